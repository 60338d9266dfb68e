import type { Texts } from '../../calculation/describe/texts.ts';

/** Where else a calculator is found, as a paragraph; none where it has no aliases. */
export function aliasesText(mount: string, aliases: readonly string[], { say }: Texts): string[] {
  if (aliases.length === 0) return [];
  const paths = aliases.map((alias) => `\`${mount}/${alias}\``).join(', ');
  return [say('openapi.aliases', { paths })];
}
