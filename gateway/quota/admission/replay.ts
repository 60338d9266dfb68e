import type { Admit, AdmitAnswer, CounterStore, Item, Limits, Watermark } from '../contract.ts';

/** Calls that were answered without the store, and that no command which may still run has carried. */
export interface Replay {
  readonly client: string;
  /** A name of their own, with sequences of its own: the store takes each once, however often it is sent. */
  readonly process: string;
  readonly sequence: number;
  /** When they were answered: it says in which month they count. */
  readonly at: number;
  /** The version of the limits by which they were answered: they are paid by these or by newer ones. */
  readonly limits: number;
  readonly items: readonly Item[];
}

/** What a replay needs besides the store. */
export interface ReplaySources {
  /** What the process knows of the counters now. */
  readonly watermark: () => Watermark | null;
  readonly loadLimits: (client: string) => Promise<Limits>;
  /** Loads the counters from SQL and keeps their watermark. */
  readonly load: (client: string, at: number) => Promise<Watermark>;
}

const MOST_REPAIRS = 4;

/** Counts answered calls, once however often it is tried. Rejects where the outcome is not known. */
export async function replay(
  store: CounterStore,
  call: Replay,
  sources: ReplaySources,
): Promise<'counted' | 'duplicate'> {
  let known: Watermark | null = null;
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs += 1) {
    // Read at each attempt: a checkpoint between two of them may have told that the store was rewound.
    known = sources.watermark() ?? known;
    const answer = await ask(store, { ...call, watermark: known, forced: true });
    if (answer.kind === 'decided') return 'counted';
    if (answer.kind === 'duplicate') return 'duplicate';
    if (answer.kind === 'limits') await store.writeLimits(call.client, await sources.loadLimits(call.client));
    else known = await sources.load(call.client, call.at);
  }
  throw new Error('the counters stay unknown after loading them');
}

function ask(store: CounterStore, command: Admit): Promise<AdmitAnswer> {
  return new Promise((resolve, reject) => {
    store.admit([command], (_index, answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
  });
}
