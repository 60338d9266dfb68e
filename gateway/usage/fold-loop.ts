import type { CounterStore, Snapshot } from '../quota/contract.ts';

/** How often the counters are written to SQL. What a store that loses its data can lose is at most this much. */
const FOLD_EVERY_MS = 10_000;

/** Clients in one transaction: many share its cost, calls wait no longer for it than for a few commits. */
const CLIENTS_AT_ONCE = 50;

interface Touched {
  readonly client: string;
  readonly month: string;
}

export interface FoldLoopOptions {
  readonly store: Pick<CounterStore, 'snapshot'>;
  /** Clients and months that a process before this one may have left unfolded. */
  readonly left?: readonly Touched[];
  /** Clients and months served since it was last asked. */
  takeTouched(): Touched[];
  /** What is still held in process is brought to the stores first. */
  flush(): Promise<void>;
  save(snapshots: readonly Snapshot[]): Promise<void>;
  onError(error: unknown): void;
  readonly everyMs?: number;
}

export interface FoldLoop {
  /**
   * Writes everything that changed since the last time; true if all of it was written. What cannot be written is tried
   * again the next time.
   */
  foldNow(): Promise<boolean>;
  /** Folds a last time and ends the loop. */
  stop(): Promise<void>;
}

/**
 * Writes counters to SQL as absolute values, greater wins: to fold twice, late, or on two machines changes nothing, so
 * every process simply folds the clients it has served.
 */
export function startFoldLoop(options: FoldLoopOptions): FoldLoop {
  const { store, takeTouched, flush, save, onError, everyMs = FOLD_EVERY_MS } = options;
  const pending = new Map((options.left ?? []).map((touched) => [nameOf(touched), touched]));
  let running: Promise<boolean> = Promise.resolve(true);

  async function fold(): Promise<void> {
    await flush();
    for (const touched of takeTouched()) pending.set(nameOf(touched), touched);
    const names = [...pending.keys()];
    for (let start = 0; start < names.length; start += CLIENTS_AT_ONCE) {
      const chunk = names.slice(start, start + CLIENTS_AT_ONCE);
      const snapshots = await Promise.all(chunk.map((name) => snapshotOf(pending.get(name))));
      await save(snapshots.filter((snapshot) => snapshot !== null));
      for (const name of chunk) pending.delete(name);
    }
  }

  async function snapshotOf(touched: Touched | undefined): Promise<Snapshot | null> {
    return touched ? store.snapshot(touched.client, touched.month) : null;
  }

  function foldNow(): Promise<boolean> {
    running = running.then(fold).then(
      () => true,
      (error: unknown) => {
        onError(error);
        return false;
      },
    );
    return running;
  }

  const timer = setInterval(foldNow, everyMs);
  timer.unref();
  return {
    foldNow,
    async stop() {
      clearInterval(timer);
      await foldNow();
    },
  };
}

function nameOf({ client, month }: Touched): string {
  return `${month} ${client}`;
}
