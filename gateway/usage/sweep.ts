import type { Records } from '../records/records.ts';
import type { WorkLock } from '../records/work-lock.ts';
import { monthOf, nextMonth } from '../values/calendar.ts';
import { type CheckpointMark, removeMarks, saveSwept } from './checkpoint-marks.ts';
import type { Freshness } from './freshness.ts';

/** A process that has not written its mark for this long may have been killed: it writes one every 10 seconds. */
const SILENT_MS = 30_000;

/**
 * The mark of a silent process is removed after this time, once a sweep finds nothing new. A process that can reach the
 * counters but not the records is silent too, and goes on counting calls.
 */
const ENDED_MS = 5 * 60_000;

/** A command of the last month may arrive after a checkpoint of this one. */
const LATE_MS = 60 * 60_000;

/** How often a process looks for silent ones. */
const LOOK_EVERY_MS = 10_000;

export interface SweepOptions {
  readonly records: Pick<Records, 'bulk'>;
  /** Held by the process that sweeps. */
  readonly lock: WorkLock;
  /** The marks of the other processes. */
  readonly marks: Pick<Freshness, 'others' | 'refresh'>;
  /**
   * The clients for which a process sent commands after a sequence, and the last of these; and those for which it may
   * have admitted calls that are not counted yet. A page at a time.
   */
  readonly servedClients: (
    process: string,
    after: number,
  ) => AsyncIterable<readonly { readonly client: string; readonly sequence: number; readonly leased: boolean }[]>;
  /** Writes the counters and the whole usage of these clients to the records. */
  readonly checkpoint: (clients: readonly string[], month: string) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Ends the sweep early. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the checkpoints of processes that fell silent: they were killed, or cannot reach the records. One process does
 * this for all; a second sweep changes nothing.
 *
 * @returns the number of clients that it has checkpointed
 */
export async function sweep(options: SweepOptions): Promise<number> {
  const { lock, clock, marks } = options;
  const silent = () => marks.others.filter((mark) => isSilent(mark, clock()));
  if (silent().length === 0 || !(await lock.take(clock()))) return 0;
  try {
    let clients = 0;
    // Another process may have swept since the marks were read.
    await marks.refresh();
    for (const mark of silent()) clients += await sweepProcess(options, mark);
    await marks.refresh();
    return clients;
  } finally {
    await lock.release();
  }
}

/** Whether a sweep is due: the process is silent, and its last sweep was a while ago. */
function isSilent({ heard, swept_at: sweptAt }: CheckpointMark, now: number): boolean {
  return now - Math.max(heard, sweptAt) > SILENT_MS;
}

async function sweepProcess(options: SweepOptions, mark: CheckpointMark): Promise<number> {
  const { records, clock, lock, signal } = options;
  const { process, sequence } = mark;
  const begun = clock();
  const seen = new Set<string>();
  let swept = mark.swept;
  let leased = false;
  for await (const page of options.servedClients(process, sequence)) {
    signal?.throwIfAborted();
    if (!(await lock.take(clock()))) throw new Error('another process has taken over the sweep');
    const clients: string[] = [];
    for (const found of page) {
      swept = Math.max(swept, found.sequence);
      leased ||= found.leased;
      // A client may come twice, even on one page.
      if (!seen.has(found.client)) clients.push(found.client);
      seen.add(found.client);
    }
    for (const month of months(mark.through - LATE_MS, begun)) await options.checkpoint(clients, month);
  }
  const ended = begun - mark.heard > ENDED_MS && swept === mark.swept && !leased;
  if (ended) await removeMarks(records, process);
  else await saveSwept(records, { process, through: leased ? mark.through : begun, swept, swept_at: begun });
  return seen.size;
}

function* months(from: number, to: number): Generator<string> {
  for (let month = monthOf(from); month <= monthOf(to); month = nextMonth(month)) yield month;
}

/** Sweeps in the background. `done` is called after a sweep that wrote checkpoints. */
export function startSweeping(
  options: Omit<SweepOptions, 'signal'> & {
    readonly done: (clients: number) => void;
    readonly onError: (error: unknown) => void;
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const look = async () => {
    const clients = await sweep({ ...options, signal: stopping.signal });
    if (clients > 0) options.done(clients);
  };
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) options.onError(error);
      })
      .finally(() => {
        running = null;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
