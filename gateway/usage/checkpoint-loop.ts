import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '../quota/admission/admission.ts';
import type { TouchedMonth } from '../quota/admission/touched.ts';
import { BoundedMap } from '../quota/bounded-map.ts';
import type { CounterStore, Snapshot } from '../quota/contract.ts';
import { type MonthToCheckpoint, readSnapshot, type UsageOfEpoch } from '../quota/read-snapshot.ts';

/** How often the counters are written to SQL. A store that loses its data loses at most this much. */
const CHECKPOINT_EVERY_MS = 10_000;

/** Clients and usage rows that are saved together. */
const CLIENTS_AT_ONCE = 250;
const ROWS_AT_ONCE = 500;

/** Clients that are read in one turn of the event loop: about a millisecond's work over Redis. */
const CLIENTS_A_TURN = 10;

/** The longest pause between two of these turns, in milliseconds: a checkpoint leaves nine tenths of the time to calls. */
const MOST_PAUSE_MS = 10;

/** The part of the time between two checkpoints that the pauses of one may take. */
const PAUSED_PART = 0.5;

/** Touched months that are taken over in one turn of the event loop. */
const TOUCHED_A_TURN = 1_000;

/** Usage rows of a client and month that are remembered by name; beyond this number, all rows of the month are read. */
const MOST_NAMES = 10_000;

/** Clients and months whose last full usage checkpoint is remembered. */
const WHOLE_CHECKPOINTS = 100_000;

interface ClientMonth {
  readonly client: string;
  readonly month: string;
}

/** Source and destination of checkpoints. */
export interface CheckpointStores {
  readonly store: Pick<CounterStore, 'counters' | 'usage' | 'usagePage'>;
  saveUsage(pages: readonly UsageOfEpoch[]): Promise<void>;
  save(snapshots: readonly Snapshot[]): Promise<void>;
}

export interface CheckpointLoopOptions extends CheckpointStores {
  /** Clients and months that an earlier process may have left without a checkpoint, a page at a time. */
  readonly left?: AsyncIterable<readonly ClientMonth[]>;
  /**
   * Other processes change the counters too and may die before their checkpoint. For each client and month that this
   * process serves, all usage is checkpointed the first time and then at this interval. `null`: no other process
   * exists.
   */
  readonly wholeEveryMs: number | null;
  /** Removes and returns the months changed since the last call. A month may come more than once. */
  takeTouched(): Iterable<TouchedMonth>;
  /** First writes what is still buffered in the process to the stores. */
  flush(): Promise<void>;
  /** Called before a checkpoint: what it will contain; `null` while answered calls wait to be counted. */
  progress?(): Progress | null;
  /** Called after a checkpoint, with the progress at its beginning; `null` if it was not complete. */
  checkpointed?(progress: Progress | null): Promise<void>;
  onError(error: unknown): void;
  readonly everyMs?: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export interface CheckpointLoop {
  /**
   * Checkpoints everything that changed since the last time; true if all of it was written. A failed part is retried
   * the next time.
   */
  checkpointNow(): Promise<boolean>;
  /** Writes a final checkpoint and ends the loop; true if all of it was written. */
  stop(): Promise<boolean>;
}

/**
 * Writes counters to SQL as absolute values; the greater value wins. A checkpoint written twice, late, or on two
 * machines changes nothing, so every process simply checkpoints what it has changed.
 */
export function startCheckpointLoop(options: CheckpointLoopOptions): CheckpointLoop {
  const { takeTouched, flush, onError, everyMs = CHECKPOINT_EVERY_MS } = options;
  const pending = new Pending(options);
  const left = options.left?.[Symbol.asyncIterator]();
  let allLeft = left === undefined;
  let running: Promise<boolean> = Promise.resolve(true);
  /** Callers that wait for a checkpoint. */
  let awaited = 0;
  /** Whether the timer's last checkpoint is not written yet. */
  let busy = false;
  /** Milliseconds between two parts of the checkpoint that is being written, and those that all its pauses may still take. */
  let pause = 0;
  let pausesLeft = 0;

  async function checkpoint(): Promise<void> {
    const progress = options.progress?.() ?? null;
    try {
      await checkpointAll();
    } catch (error) {
      // The records may be away, which the error says already.
      await options.checkpointed?.(null).catch(() => undefined);
      throw error;
    }
    await options.checkpointed?.(progress);
  }

  async function checkpointAll(): Promise<void> {
    await flush();
    let taken = 0;
    for (const touched of takeTouched()) {
      pending.add(touched);
      taken += 1;
      if (taken % TOUCHED_A_TURN === 0) await nextTurn();
    }
    pausesLeft = everyMs * PAUSED_PART;
    pause = Math.min(MOST_PAUSE_MS, (pausesLeft * CLIENTS_A_TURN) / pending.size);
    await checkpointPending();
    while (!allLeft) {
      const page = await left?.next();
      allLeft = page?.done !== false;
      pending.addWhole(page?.value ?? []);
      await checkpointPending();
    }
  }

  async function checkpointPending(): Promise<void> {
    for (const chunk of pending.chunks()) {
      try {
        await checkpointMonths(options, chunk, rest);
        pending.done(chunk);
      } catch (error) {
        // Some of the chunk may be saved, and the names of later changes are lost: read these months in full next time.
        pending.addWhole(chunk);
        throw error;
      }
    }
  }

  /** Rests between the parts of a checkpoint, unless somebody waits for it. */
  function rest(): Promise<void> {
    if (pause < 1 || pausesLeft < pause || awaited > 0) return nextTurn();
    pausesLeft -= pause;
    return sleep(pause);
  }

  function runCheckpoint(): Promise<boolean> {
    running = running.then(checkpoint).then(
      () => true,
      (error: unknown) => {
        onError(error);
        return false;
      },
    );
    return running;
  }

  async function checkpointNow(): Promise<boolean> {
    awaited += 1;
    try {
      return await runCheckpoint();
    } finally {
      awaited -= 1;
    }
  }

  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await runCheckpoint();
    busy = false;
  }, everyMs);
  timer.unref();
  return {
    checkpointNow,
    async stop() {
      clearInterval(timer);
      return checkpointNow();
    },
  };
}

/** Lets other work run. */
type Rest = () => Promise<void>;

/**
 * Checkpoints months: first the months whose entire usage is read, one by one because they may be large, then all
 * others together.
 */
export async function checkpointMonths(
  { store, save, saveUsage }: CheckpointStores,
  months: readonly MonthToCheckpoint[],
  rest: Rest = nextTurn,
): Promise<void> {
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
    await (snapshots.length % CLIENTS_A_TURN === 0 ? rest() : nextTurn());
  }
  await savePages();
  const changed = months.filter(({ names }) => names !== 'all');
  for (let start = 0; start < changed.length; start += CLIENTS_A_TURN) {
    const some = changed.slice(start, start + CLIENTS_A_TURN);
    snapshots.push(...(await Promise.all(some.map((month) => readSnapshot(store, month, take)))));
    await rest();
  }
  await save(snapshots.filter((snapshot) => snapshot !== null));
}

/**
 * The months waiting for a checkpoint. They stand in ranges of neighbouring client ids, because the tables are ordered
 * by client: 250 neighbours share some ten pages of a database, while 250 clients from anywhere need a page each.
 */
class Pending {
  /** By month and the first characters of the client's id, then by client. */
  readonly #ranges = new Map<string, Map<string, MonthToCheckpoint>>();
  readonly #wholeAt = new BoundedMap<string, number>(WHOLE_CHECKPOINTS);
  readonly #wholeEveryMs: number;
  readonly #now: () => number;

  /** Clients and months that wait. */
  get size(): number {
    let size = 0;
    for (const range of this.#ranges.values()) size += range.size;
    return size;
  }

  constructor({ wholeEveryMs, now = () => performance.now() }: Pick<CheckpointLoopOptions, 'wholeEveryMs' | 'now'>) {
    this.#wholeEveryMs = wholeEveryMs ?? Number.POSITIVE_INFINITY;
    this.#now = now;
  }

  add(touched: TouchedMonth): void {
    const { client, month, names } = touched;
    const range = this.#rangeOf(touched);
    const before = range.get(client)?.names;
    const whole = before === 'all' || this.#isDue(touched) || (before?.length ?? 0) + names.length > MOST_NAMES;
    if (before === undefined && !whole) range.set(client, touched);
    else range.set(client, { client, month, names: whole ? 'all' : [...(before ?? []), ...names] });
  }

  addWhole(months: readonly ClientMonth[]): void {
    for (const { client, month } of months) {
      this.#rangeOf({ client, month }).set(client, { client, month, names: 'all' });
    }
  }

  /** The pending months in chunks; each chunk is checkpointed together and then `done`. */
  *chunks(): Generator<MonthToCheckpoint[]> {
    let chunk: MonthToCheckpoint[] = [];
    let names = 0;
    for (const range of [...this.#ranges.values()]) {
      for (const month of [...range.values()].sort((a, b) => (a.client < b.client ? -1 : 1))) {
        chunk.push(month);
        names += month.names.length;
        if (chunk.length < CLIENTS_AT_ONCE && names < ROWS_AT_ONCE) continue;
        yield chunk;
        chunk = [];
        names = 0;
      }
    }
    if (chunk.length > 0) yield chunk;
  }

  done(chunk: readonly MonthToCheckpoint[]): void {
    for (const { client, month, names } of chunk) {
      const range = this.#rangeOf({ client, month });
      range.delete(client);
      if (range.size === 0) this.#ranges.delete(rangeName({ client, month }));
      if (names === 'all') this.#wholeAt.set(nameOf({ client, month }), this.#now());
    }
  }

  #rangeOf(of: ClientMonth): Map<string, MonthToCheckpoint> {
    const name = rangeName(of);
    const range = this.#ranges.get(name) ?? new Map<string, MonthToCheckpoint>();
    this.#ranges.set(name, range);
    return range;
  }

  #isDue(of: ClientMonth): boolean {
    // Without other processes nothing is due, and the names of many clients would be written for nothing.
    if (this.#wholeEveryMs === Number.POSITIVE_INFINITY) return false;
    const at = this.#wholeAt.get(nameOf(of));
    return at === undefined || this.#now() - at >= this.#wholeEveryMs;
  }
}

/**
 * The month, `cl_` and the first of the random characters: a 62nd of all clients, which is sorted in under a
 * millisecond.
 */
function rangeName({ client, month }: ClientMonth): string {
  return `${month} ${client.slice(0, 4)}`;
}

function nameOf({ client, month }: ClientMonth): string {
  return `${month} ${client}`;
}
