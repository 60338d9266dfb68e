import type { Admit, AdmitAnswer, CounterStore, Floor, Item, Limits } from './contract.ts';

/** Calls that were answered without the store having said so: those of one command, or of none that was sent. */
export interface Replay {
  readonly client: string;
  /** The process that answered the calls, which may be dead by now. */
  readonly process: string;
  /**
   * That of the command which carried the calls, or one of their own. The command is sent under it once more: the store
   * ignores it if it ran, and ignores the first one if that comes later.
   */
  readonly sequence: number;
  /** The instant of that command, else of the answer: it says in which month the calls count. */
  readonly at: number;
  readonly items: readonly Item[];
}

/** What a replay needs besides the store. */
export interface ReplaySources {
  readonly loadLimits: (client: string) => Promise<Limits>;
  /** Loads the counters from SQL and keeps their floor. */
  readonly load: (client: string, at: number) => Promise<Floor>;
}

const MOST_REPAIRS = 4;

/** Counts answered calls, once however often it is tried. Rejects where the outcome is not known. */
export async function replay(
  store: CounterStore,
  call: Replay,
  floor: Floor | null,
  sources: ReplaySources,
): Promise<'counted' | 'duplicate'> {
  let known = floor;
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs += 1) {
    const answer = await ask(store, { ...call, limits: 0, floor: known, forced: true });
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
