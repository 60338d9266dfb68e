import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from '../plugin/define-plugin.ts';
import { type Imported, importPlugin, keepMessages } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';
import { rehearse } from './rehearsal.ts';
import { SharedText } from './shared-text.ts';

/** What a thread that rehearses a plugin gets as its `workerData`. */
export interface RehearsalOrder {
  /** URL of the plugin's file, or name of its package. */
  readonly address: string;
  /** Memory of a {@link SharedText}: what the thread does now. */
  readonly part: SharedArrayBuffer;
}

/** Timers that a plugin starts at import have gone off after this time, most of them. */
const SETTLE_MS = 20;

/**
 * Imports a plugin into this thread and runs its examples, as {@link rehearsalIn} expects it.
 *
 * @param tell sends the outcome, the plugin as plain data or every reason against it, to the thread that waits for it
 * @returns the plugin, ready for calls; `null` if it is refused
 */
export async function rehearseHere(
  { address, part }: RehearsalOrder,
  tell: (outcome: Imported) => void,
): Promise<Plugin | null> {
  const text = new SharedText(part);
  const now = (doing: string) => text.write(doing);
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
