import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { importPlugin } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';
import { rehearse } from './rehearsal.ts';

/** A message of the thread: what it does now, or every reason against the plugin, as its last one. */
export type RehearsalMessage = { readonly now: string } | { readonly reasons: readonly string[] };

/** Timers that a plugin starts at import have gone off after this time, most of them. */
const SETTLE_MS = 20;

const { address }: { readonly address: string } = workerData;
const tell = (message: RehearsalMessage) => parentPort?.postMessage(message);

tell({ now: 'importing it' });
resolveSdkForOutsiders();
const imported = await importPlugin(address);
const reasons =
  'reasons' in imported ? imported.reasons : await rehearse(imported.plugin, (part) => tell({ now: part }));
tell({ now: 'waiting for its timers' });
await sleep(SETTLE_MS);
tell({ reasons });
