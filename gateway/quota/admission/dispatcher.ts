import { monthOf } from '../../values/calendar.ts';
import type { Admit, AdmitAnswer, CounterStore, Item, Watermark } from '../contract.ts';
import { inParallel } from '../in-parallel.ts';
import { PassingMap } from '../passing-map.ts';
import { StoreAway } from '../store-away.ts';
import { type AdmissionRequest, AdmissionUnavailable, type Done, type Sent } from './admission-request.ts';
import { ClientQueue, type DeferredCommand, type Waiting } from './client-queue.ts';
import type { Instant } from './lease.ts';
import type { LeaseTable } from './lease-table.ts';
import { HOLD_MS } from './reservations.ts';
import type { Schedule } from './schedule.ts';
import type { Watermarks } from './watermarks.ts';

/** Most repairs (loads, writes of limits, corrections of the time) per batch. A store that asks for more contradicts itself. */
const MOST_REPAIRS = 4;

const NO_CALLS: readonly Waiting[] = [];

/** Milliseconds until a call is decided again that waits for leases of other processes. */
const AGAIN_MS = 10;

export type Decided = Extract<AdmitAnswer, { kind: 'decided' }>;

export interface DispatcherOptions {
  readonly store: CounterStore;
  readonly process: string;
  /** The store's clock as the process knows it, in whole milliseconds since 1970. */
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly watermarks: Watermarks;
  /** Loads the counters from SQL and stores their watermark. */
  readonly load: (client: string, month: string) => Promise<Watermark>;
  /** Delivers a decided batch to its callers. Returns those to decide again. Must not throw. */
  readonly deliver: (batch: readonly Waiting[], command: Admit, answer: Decided) => readonly Waiting[];
  /** Fails callers with the error that prevented a decision. Must not throw. */
  readonly refuse: (waiting: readonly Waiting[], error: AdmissionUnavailable) => void;
  /** `null` without leases. */
  readonly leases: LeaseTable | null;
  /** All clocks of the process. */
  readonly instant: () => Instant;
  /** Decides a call by a lease that was granted while it waited. Returns whether it is decided. */
  readonly decideByLease: (waiting: Waiting) => boolean;
  /** Called before commands are made, at the end of a turn. */
  readonly beforeSending: () => void;
  /** Called when a deferred command failed and stays queued. */
  readonly deferredFailed: (error: unknown) => void;
}

/** The item of a call as a command carries it. */
function itemOf({ item, reserve }: AdmissionRequest): Item {
  return reserve ? { ...item, hold: HOLD_MS } : item;
}

/** Sends queued calls at the end of each turn of the event loop, one command in flight per client. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** The queues of the clients that have work. */
  readonly #queues = new PassingMap<string, ClientQueue>();
  #ready: ClientQueue[] = [];
  /** The queues whose counters were loaded in this turn. */
  #loaded: ClientQueue[] = [];
  #sequence = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Sequences grow over all clients, so a client whose queue was dropped and created again never reuses one. */
  takeSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** No command up to this sequence waits for its answer. */
  get answered(): number {
    let answered = this.#sequence;
    for (const { busy, deferred, sequence } of this.#queues.values()) {
      // A deferred command took its sequence after that of the queue.
      if (busy || deferred.length > 0) answered = Math.min(answered, sequence - 1);
    }
    return Math.max(0, answered);
  }

  admit(request: AdmissionRequest, done: Done): void {
    const queue = this.#queueOf(request.client);
    queue.wait(request, done);
    this.#enqueue(queue);
  }

  /** Renews or closes the lease of a client, at the end of this turn. */
  renew(client: string): void {
    const queue = this.#queueOf(client);
    queue.renews = true;
    this.#enqueue(queue);
  }

  defer(client: string, command: DeferredCommand): void {
    const queue = this.#queueOf(client);
    queue.deferred.push(command);
    this.#enqueue(queue);
  }

  /** Runs every deferred command; resolves when each has succeeded or failed once more. */
  async runDeferred(): Promise<void> {
    await inParallel([...this.#queues.values()], (queue) => this.#runDeferred(queue));
  }

  #queueOf(client: string): ClientQueue {
    let queue = this.#queues.get(client);
    if (queue === undefined) {
      queue = new ClientQueue(client);
      this.#queues.set(client, queue);
    }
    return queue;
  }

  #enqueue(queue: ClientQueue): void {
    if (queue.busy || queue.queued || queue.pausing) return;
    queue.queued = true;
    if (this.#ready.push(queue) === 1) this.#options.schedule.turn(() => this.#turn());
  }

  #turn(): void {
    this.#options.beforeSending();
    const queues: ClientQueue[] = [];
    const commands: Admit[] = [];
    const ready = this.#ready;
    this.#ready = [];
    for (const queue of ready) {
      queue.queued = false;
      if (queue.busy) continue;
      if (queue.deferred.length > 0) void this.#runDeferred(queue);
      else if (this.#takeCommand(queue)) {
        queue.busy = true;
        queue.sequence = this.takeSequence();
        const command = this.#command(queue);
        if (command.watermark === null) this.#introduce(queue, command);
        else {
          queues.push(queue);
          commands.push(command);
        }
      } else this.#release(queue);
    }
    if (queues.length > 0) this.#send(queues, commands);
  }

  /** The instant of the next command: now, or within the month of the lease that it reports. */
  #instantOf(queue: ClientQueue): number {
    const now = this.#nowOf(queue);
    return queue.part?.lease?.commandAt(now) ?? now;
  }

  /** The store's clock. */
  #nowOf({ correction }: ClientQueue): number {
    return this.#options.now() + correction;
  }

  /**
   * Sends a command whose counters the process has yet to load. Writes the limits and loads the counters first, which the
   * store would otherwise ask for one after the other.
   */
  #introduce(queue: ClientQueue, { client, at }: Admit): void {
    const { store, load } = this.#options;
    const { limits } = queue;
    const written = limits === null ? Promise.resolve() : store.writeLimits(client, limits);
    Promise.all([written, load(client, monthOf(at))]).then(
      () => this.#sendWithOthers(queue),
      (error: unknown) => this.#fail(queue, null, error),
    );
  }

  /** Takes the next calls of a queue and the lease part that goes with them. Returns false if there is nothing to send. */
  #takeCommand(queue: ClientQueue): boolean {
    const { leases, instant, decideByLease, beforeSending } = this.#options;
    if (leases === null) return queue.takeBatch();
    const { client } = queue;
    const month = monthOf(this.#nowOf(queue));
    const renews = queue.renews;
    queue.renews = false;
    queue.part = null;
    if (queue.hasCalls && leases.get(client)?.open) {
      queue.keep((waiting) => !decideByLease(waiting));
      beforeSending();
    }
    // The lease of another month is closed first, by a command of that month.
    if (queue.hasCalls && !leases.isOfOtherMonth(client, month) && queue.takeBatch()) {
      queue.part = leases.exact(
        client,
        month,
        queue.batch.map(({ request }) => request.item),
        instant(),
        queue.limits,
      );
      return true;
    }
    if (!renews && !queue.hasCalls) return false;
    queue.takeNothing(leases.get(client)?.limits ?? null);
    queue.part = leases.renewal(client, instant());
    return queue.part !== null;
  }

  /**
   * Sends the command of a queue whose counters are loaded by now, together with those whose load has just ended too: the
   * store loads the counters of many clients at once, and writes one record for all commands that it gets together.
   */
  #sendWithOthers(queue: ClientQueue): void {
    if (this.#loaded.push(queue) > 1) return;
    queueMicrotask(() => {
      const queues = this.#loaded;
      this.#loaded = [];
      this.#send(
        queues,
        queues.map((one) => this.#command(one)),
      );
    });
  }

  #send(queues: readonly ClientQueue[], commands: readonly Admit[]): void {
    this.#options.store.admit(commands, (index, answer) => {
      const queue = queues[index];
      const command = commands[index];
      if (queue !== undefined && command !== undefined) this.#settle(queue, command, answer);
    });
  }

  #command(queue: ClientQueue): Admit {
    const { process, watermarks } = this.#options;
    const at = this.#instantOf(queue);
    return {
      client: queue.client,
      process,
      sequence: queue.sequence,
      at,
      limits: queue.limits?.version ?? 0,
      watermark: watermarks.get(queue.client, monthOf(at)),
      forced: false,
      items: queue.batch.map(({ request }) => itemOf(request)),
      ...(queue.part !== null && { lease: queue.part.part }),
    };
  }

  #settle(queue: ClientQueue, command: Admit, answer: AdmitAnswer | Error): void {
    if (answer instanceof Error) {
      this.#fail(queue, command, answer);
    } else if (answer.kind === 'decided') {
      const { part } = queue;
      queue.part = null;
      queue.correction = 0;
      queue.corrections = 0;
      if (part !== null) {
        // Calls that the lease admitted in this turn are recorded under it, before the answer may end it.
        this.#options.beforeSending();
        this.#options.leases?.answered(queue.client, part, answer);
      }
      this.#decideAgain(queue, this.#options.deliver(queue.batch, command, answer));
      this.#release(queue);
    } else if (answer.kind === 'duplicate') {
      // Only this process sends under its name, so another sender must have taken the name.
      this.#fail(queue, command, new Error('the sequence was used before'));
    } else if (answer.kind === 'day') {
      this.#correct(queue, command, answer.now);
    } else {
      this.#repair(queue, command, answer.kind).then(
        () => this.#sendWithOthers(queue),
        (error: unknown) => this.#fail(queue, null, error),
      );
    }
  }

  /** The store's clock shows another day. Nothing ran: the calls are sent again, with a lease part of that day. */
  #correct(queue: ClientQueue, command: Admit, now: number): void {
    queue.corrections += 1;
    if (queue.corrections > MOST_REPAIRS) {
      this.#fail(queue, command, new Error('the store keeps answering day'));
      return;
    }
    queue.correction = now - this.#options.now();
    const { part } = queue;
    queue.part = null;
    if (part !== null) this.#options.leases?.unsent(queue.client, part);
    queue.waitAgain(queue.batch);
    this.#release(queue);
  }

  async #repair(queue: ClientQueue, command: Admit, missing: 'limits' | 'unknown'): Promise<void> {
    queue.repairs += 1;
    if (queue.repairs > MOST_REPAIRS) throw new Error(`the store keeps answering ${missing}`);
    if (missing === 'unknown') await this.#options.load(queue.client, monthOf(command.at));
    else if (queue.limits !== null) await this.#options.store.writeLimits(queue.client, queue.limits);
  }

  /** Other processes are closing their leases: asks again when they have. */
  #decideAgain(queue: ClientQueue, waiting: readonly Waiting[]): void {
    if (waiting.length === 0) return;
    queue.waitAgain(waiting);
    queue.pausing = true;
    this.#options.schedule.after(AGAIN_MS, () => {
      queue.pausing = false;
      this.#enqueue(queue);
    });
  }

  #fail(queue: ClientQueue, sent: Sent | null, cause: unknown): void {
    const { part } = queue;
    queue.part = null;
    const ran = sent === null || cause instanceof StoreAway ? null : sent.sequence;
    if (part !== null) this.#options.leases?.failed(queue.client, part, ran);
    const named = sent === null ? null : { sequence: sent.sequence, at: sent.at };
    this.#options.refuse(queue.batch, new AdmissionUnavailable(queue.client, named, cause));
    // Calls that wait for a lease to be closed are not sent.
    if (queue.batch.length === 0) {
      this.#options.refuse(queue.clear(), new AdmissionUnavailable(queue.client, null, cause));
    }
    this.#release(queue);
  }

  #release(queue: ClientQueue): void {
    queue.busy = false;
    queue.batch = NO_CALLS;
    if (queue.pausing) return;
    if (queue.empty) this.#queues.delete(queue.client);
    else this.#enqueue(queue);
  }

  #runDeferred(queue: ClientQueue): Promise<void> {
    if (queue.running !== null) return queue.running;
    if (queue.busy || queue.deferred.length === 0) return Promise.resolve();
    queue.busy = true;
    queue.running = this.#drain(queue);
    return queue.running;
  }

  async #drain(queue: ClientQueue): Promise<void> {
    try {
      for (let command = queue.deferred[0]; command !== undefined; command = queue.deferred[0]) {
        await command();
        queue.deferred.shift();
      }
      queue.running = null;
      this.#release(queue);
    } catch (error) {
      queue.running = null;
      queue.busy = false;
      this.#options.refuse(queue.clear(), new AdmissionUnavailable(queue.client, null, error));
      this.#options.deferredFailed(error);
    }
  }
}
