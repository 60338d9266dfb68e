import type { Texts } from '../../calculation/describe/texts.ts';

/** A paragraph with the aliases of a calculator; empty if it has none. */
export function aliasesText(mount: string, aliases: readonly string[], { say }: Texts): string[] {
  if (aliases.length === 0) return [];
  const paths = aliases.map((alias) => `\`${mount}/${alias}\``).join(', ');
  return [say('openapi.aliases', { paths })];
}
