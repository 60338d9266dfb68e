import type { Admit, AdmitAnswer, CounterStore, Item, LeasePart, Limits, Watermark } from '../contract.ts';
import type { Decided } from './dispatcher.ts';
import { ANY_EPOCH } from './lease-journal.ts';

/** Calls that were answered without the store. No command that may still run carries them. */
export interface Replay {
  readonly client: string;
  /** The journal's own name and sequence: the store takes each sequence once, however often it is sent. */
  readonly process: string;
  readonly sequence: number;
  /** When the calls were answered, which decides their month. */
  readonly at: number;
  /** Version of the limits that answered the calls. They are priced by this version or a newer one. */
  readonly limits: number;
  readonly items: readonly Item[];
  /** The report of a lease of a dead process, or of an outage. */
  readonly lease?: LeasePart;
}

/** The sources a replay needs beside the store. */
export interface ReplaySources {
  /** The watermark as the process knows it now. */
  readonly watermark: () => Watermark | null;
  readonly loadLimits: (client: string) => Promise<Limits>;
  /** Loads the counters from SQL and stores their watermark. */
  readonly load: (client: string, at: number) => Promise<Watermark>;
  /** The store has counted the calls. Called before any later answer of the store is heard. */
  readonly decided: (answer: Decided) => void;
}

const MOST_REPAIRS = 4;

/** Counts answered calls once, however often it is called. Rejects if the outcome is unknown. */
export async function replay(
  store: CounterStore,
  call: Replay,
  sources: ReplaySources,
): Promise<'counted' | 'duplicate'> {
  let known: Watermark | null = null;
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs += 1) {
    // Read again at each attempt: a checkpoint in between may have shown that the store was rewound.
    known = sources.watermark() ?? known;
    const command = { ...call, ...inEpoch(call.lease, known), watermark: known, forced: true };
    const answer = await ask(store, command, sources.decided);
    if (answer.kind === 'decided') return 'counted';
    if (answer.kind === 'duplicate') return 'duplicate';
    if (answer.kind === 'limits') await store.writeLimits(call.client, await sources.loadLimits(call.client));
    else known = await sources.load(call.client, call.at);
  }
  throw new Error('the counters stay unknown after loading them');
}

/** The calls of an outage count in the epoch of the counters that the command meets. */
function inEpoch(lease: LeasePart | undefined, watermark: Watermark | null): Pick<Replay, 'lease'> {
  if (!lease?.report || watermark === null || lease.report.epoch !== ANY_EPOCH) return {};
  return { lease: { ...lease, report: { ...lease.report, epoch: watermark.epoch } } };
}

function ask(store: CounterStore, command: Admit, decided: ReplaySources['decided']): Promise<AdmitAnswer> {
  return new Promise((resolve, reject) => {
    store.admit([command], (_index, answer) => {
      if (answer instanceof Error) return reject(answer);
      if (answer.kind === 'decided') decided(answer);
      resolve(answer);
    });
  });
}
