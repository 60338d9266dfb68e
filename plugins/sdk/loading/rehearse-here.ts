import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from '../plugin/define-plugin.ts';
import { type Imported, importPlugin, keepMessages } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';
import { rehearse } from './rehearsal.ts';

/** A message of the thread: what it does now, or the plugin as plain data or every reason against it, as its last one. */
export type RehearsalMessage = { readonly now: string } | Imported;

/** Timers that a plugin starts at import have gone off after this time, most of them. */
const SETTLE_MS = 20;

/**
 * Imports a plugin into this thread and runs its examples, as {@link rehearsalIn} expects it.
 *
 * @param address URL of its file, or name of its package
 * @param tell sends a message to the thread that waits for the outcome
 * @returns the plugin, ready for calls; `null` if it is refused
 */
export async function rehearseHere(address: string, tell: (message: RehearsalMessage) => void): Promise<Plugin | null> {
  const now = (part: string) => tell({ now: part });
  now('importing it');
  resolveSdkForOutsiders();
  const imported = await importPlugin(address);
  const outcome = 'reasons' in imported ? imported : await rehearse(imported.plugin, now);
  now('waiting for its timers');
  await sleep(SETTLE_MS);
  tell(outcome);
  if ('reasons' in imported || 'reasons' in outcome) return null;
  keepMessages(imported.plugin);
  return imported.plugin;
}
