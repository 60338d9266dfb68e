import { withTimeLimit } from '../host/time-limit.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { pluginMistakes } from '../plugin/plugin-mistakes.ts';
import { stripTypesOf } from './packages.ts';
import { folderOf } from './sources.ts';

/** Longest time that importing a plugin may take: a plugin that waits at import must not block the start for ever. */
export const LOAD_TIMEOUT_MS = 10_000;

/** A plugin, or every reason why it is refused. */
export type Imported = { readonly plugin: Plugin } | { readonly reasons: readonly string[] };

/**
 * Imports a plugin and checks its declaration. It never throws.
 *
 * @param address URL of its file, or name of its package
 * @param check returns the mistakes of the declaration
 */
export async function importPlugin(address: string, check = pluginMistakes): Promise<Imported> {
  stripTypesOf(address);
  try {
    const module: unknown = await withTimeLimit(import(address), LOAD_TIMEOUT_MS, notLoaded);
    const candidate = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
    if (candidate === undefined) return { reasons: ['has no default export made by definePlugin'] };
    const reasons = check(candidate);
    return reasons.length > 0 ? { reasons } : { plugin: candidate as Plugin };
  } catch (error) {
    return { reasons: [`cannot be imported: ${told(error, address)}`] };
  }
}

/** Reads every language now: a file that changes later must not break a call, nor a version that a reload keeps. */
export function keepMessages({ calculators }: Plugin): void {
  for (const { messages } of new Set(calculators.map(({ family }) => family))) {
    for (const language of messages.languages) messages.find(language, '');
  }
}

/** An error of a plugin in one line, with the file and the line of the plugin's folder where it occurred, if known. */
function told(error: unknown, address: string): string {
  if (!(error instanceof Error)) return String(error);
  const path = `${folderOf(address) ?? address}/`;
  const { stack = '', message } = error;
  const at = stack.indexOf(path);
  const [place] = at === -1 ? [] : (/^[^\n()]*?:\d+/.exec(stack.slice(at + path.length)) ?? []);
  return place === undefined ? message : `${place}: ${message}`;
}

function notLoaded(): Error {
  return new Error(`not loaded after ${LOAD_TIMEOUT_MS / 1_000} s`);
}
