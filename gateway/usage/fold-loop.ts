import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TouchedMonth } from '../quota/admission/touched.ts';
import { BoundedMap } from '../quota/bounded-map.ts';
import type { CounterStore, Snapshot } from '../quota/contract.ts';
import { readSnapshot, type ToFold, type UsageOfEpoch } from '../quota/read-snapshot.ts';

/** How often the counters are written to SQL. What a store that loses its data can lose is at most this much. */
const FOLD_EVERY_MS = 10_000;

/** Clients and usage rows that are read at once and share a transaction. */
const CLIENTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 500;

/** Rows of a client and month that wait to be folded one by one; if they are more, all are read. */
const MOST_NAMES = 10_000;

/** Clients and months of which it is known when all of their usage was folded. */
const WHOLE_FOLDS = 50_000;

interface ClientMonth {
  readonly client: string;
  readonly month: string;
}

/** Where folds come from and go to. */
export interface FoldStores {
  readonly store: Pick<CounterStore, 'counters' | 'usage' | 'usagePage'>;
  saveUsage(pages: readonly UsageOfEpoch[]): Promise<void>;
  save(snapshots: readonly Snapshot[]): Promise<void>;
}

export interface FoldLoopOptions extends FoldStores {
  /** Clients and months that a process before this one may have left unfolded, a page at a time. */
  readonly left?: AsyncIterable<readonly ClientMonth[]>;
  /**
   * Other processes change the counters too, and may die before they fold: of a client and month that this process
   * serves, all usage is folded the first time and then this often. `null`: this process is the only one.
   */
  readonly wholeEveryMs: number | null;
  /** What was changed since it was last asked. */
  takeTouched(): TouchedMonth[];
  /** What is still held in process is brought to the stores first. */
  flush(): Promise<void>;
  onError(error: unknown): void;
  readonly everyMs?: number;
  /** Milliseconds, monotone. */
  readonly now?: () => number;
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
 * every process simply folds what it has changed.
 */
export function startFoldLoop(options: FoldLoopOptions): FoldLoop {
  const { takeTouched, flush, onError, everyMs = FOLD_EVERY_MS } = options;
  const pending = new Pending(options);
  const left = options.left?.[Symbol.asyncIterator]();
  let allLeft = left === undefined;
  let running: Promise<boolean> = Promise.resolve(true);

  async function fold(): Promise<void> {
    await flush();
    pending.add(takeTouched());
    await foldPending();
    while (!allLeft) {
      const page = await left?.next();
      allLeft = page?.done !== false;
      pending.addWhole(page?.value ?? []);
      await foldPending();
    }
  }

  async function foldPending(): Promise<void> {
    for (const chunk of pending.chunks()) {
      try {
        await foldMonths(options, chunk);
        pending.done(chunk);
      } catch (error) {
        // Some of it may be saved, and what has changed since is not known by name.
        pending.addWhole(chunk);
        throw error;
      }
    }
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

/** Folds months: those of which all usage is read one by one, since they may be long, the others together. */
export async function foldMonths({ store, save, saveUsage }: FoldStores, months: readonly ToFold[]): Promise<void> {
  const snapshots: (Snapshot | null)[] = [];
  let pages: UsageOfEpoch[] = [];
  let rows = 0;
  const savePages = async () => {
    await saveUsage(pages);
    pages = [];
    rows = 0;
  };
  const take = async (page: UsageOfEpoch) => {
    pages.push(page);
    rows += page.rows.length;
    if (rows >= ROWS_AT_ONCE) await savePages();
  };
  for (const month of months) {
    if (month.names !== 'all') continue;
    snapshots.push(await readSnapshot(store, month, take));
    await nextTurn();
  }
  await savePages();
  const changed = months.filter(({ names }) => names !== 'all');
  snapshots.push(...(await Promise.all(changed.map((month) => readSnapshot(store, month, take)))));
  await save(snapshots.filter((snapshot) => snapshot !== null));
  await nextTurn();
}

/** What is to be folded. */
class Pending {
  readonly #months = new Map<string, ToFold>();
  readonly #wholeAt = new BoundedMap<string, number>(WHOLE_FOLDS);
  readonly #wholeEveryMs: number;
  readonly #now: () => number;

  constructor({ wholeEveryMs, now = () => performance.now() }: Pick<FoldLoopOptions, 'wholeEveryMs' | 'now'>) {
    this.#wholeEveryMs = wholeEveryMs ?? Number.POSITIVE_INFINITY;
    this.#now = now;
  }

  add(touched: readonly TouchedMonth[]): void {
    for (const { client, month, names } of touched) {
      const name = nameOf({ client, month });
      const before = this.#months.get(name)?.names ?? [];
      const whole = before === 'all' || this.#isDue(name) || before.length + names.length > MOST_NAMES;
      this.#months.set(name, { client, month, names: whole ? 'all' : [...before, ...names] });
    }
  }

  addWhole(months: readonly ClientMonth[]): void {
    for (const { client, month } of months)
      this.#months.set(nameOf({ client, month }), { client, month, names: 'all' });
  }

  /** What is pending now, in chunks that are folded together. */
  *chunks(): Generator<ToFold[]> {
    let chunk: ToFold[] = [];
    let names = 0;
    for (const month of [...this.#months.values()]) {
      chunk.push(month);
      names += month.names.length;
      if (chunk.length < CLIENTS_AT_ONCE && names < ROWS_AT_ONCE) continue;
      yield chunk;
      chunk = [];
      names = 0;
    }
    if (chunk.length > 0) yield chunk;
  }

  done(chunk: readonly ToFold[]): void {
    for (const { client, month, names } of chunk) {
      const name = nameOf({ client, month });
      this.#months.delete(name);
      if (names === 'all') this.#wholeAt.set(name, this.#now());
    }
  }

  #isDue(name: string): boolean {
    const at = this.#wholeAt.get(name);
    if (at === undefined) return this.#wholeEveryMs !== Number.POSITIVE_INFINITY;
    return this.#now() - at >= this.#wholeEveryMs;
  }
}

function nameOf({ client, month }: ClientMonth): string {
  return `${month} ${client}`;
}
