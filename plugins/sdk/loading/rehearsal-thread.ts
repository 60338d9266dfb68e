import './no-web-socket.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { plainPlugin } from '../host/manifests-of.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { type Imported, importPlugin } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';
import { rehearse } from './rehearsal.ts';

/** A message of the thread: what it does now, or the plugin as plain data or every reason against it, as its last one. */
export type RehearsalMessage = { readonly now: string } | Imported;

/** Timers that a plugin starts at import have gone off after this time, most of them. */
const SETTLE_MS = 20;

const { address }: { readonly address: string } = workerData;
const tell = (message: RehearsalMessage) => parentPort?.postMessage(message);

tell({ now: 'importing it' });
resolveSdkForOutsiders();
const imported = await importPlugin(address);
const outcome = 'reasons' in imported ? imported : await judged(imported.plugin);
tell({ now: 'waiting for its timers' });
await sleep(SETTLE_MS);
tell(outcome);

async function judged(plugin: Plugin): Promise<Imported> {
  const reasons = await rehearse(plugin, (part) => tell({ now: part }));
  return reasons.length > 0 ? { reasons } : { plugin: plainPlugin(plugin) };
}
