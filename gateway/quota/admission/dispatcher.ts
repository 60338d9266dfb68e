import { monthOf } from '../../values/calendar.ts';
import type { Admit, AdmitAnswer, CounterStore, Watermark } from '../contract.ts';
import { inParallel } from '../in-parallel.ts';
import { type AdmissionRequest, AdmissionUnavailable, type Done, type Sent } from './admission-request.ts';
import { ClientQueue, type DeferredCommand, type Waiting } from './client-queue.ts';
import type { Schedule } from './schedule.ts';
import type { Watermarks } from './watermarks.ts';

/** Loads and writes of limits that a batch may need before it is decided; beyond it the store contradicts itself. */
const MOST_REPAIRS = 4;

export type Decided = Extract<AdmitAnswer, { kind: 'decided' }>;

export interface DispatcherOptions {
  readonly store: CounterStore;
  readonly process: string;
  /** Whole milliseconds since 1970. */
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly watermarks: Watermarks;
  /** Loads the counters from SQL and keeps their watermark. */
  readonly load: (client: string, month: string) => Promise<Watermark>;
  /** Hands a decided batch to its callers; must not throw. */
  readonly deliver: (batch: readonly Waiting[], at: number, answer: Decided) => void;
  /** Hands callers the error that kept them from a decision; must not throw. */
  readonly refuse: (waiting: readonly Waiting[], error: AdmissionUnavailable) => void;
  /** An errand failed and stays to be tried again. */
  readonly errandFailed: (error: unknown) => void;
}

/** Sends what waits at the end of each turn of the event loop, one command in flight a client. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #lanes = new Map<string, ClientQueue>();
  #ready: ClientQueue[] = [];
  #sequence = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Grows over all clients: a client whose lane came and went never sees a sequence twice. */
  takeSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  admit(request: AdmissionRequest, done: Done): void {
    const lane = this.#lane(request.client);
    lane.wait(request, done);
    this.#enqueue(lane);
  }

  send(client: string, errand: DeferredCommand): void {
    const lane = this.#lane(client);
    lane.deferred.push(errand);
    this.#enqueue(lane);
  }

  /** Tries every errand that waits; resolves when each was done or has failed once more. */
  async runErrands(): Promise<void> {
    await inParallel([...this.#lanes.values()], (lane) => this.#runErrands(lane));
  }

  #lane(client: string): ClientQueue {
    let lane = this.#lanes.get(client);
    if (lane === undefined) {
      lane = new ClientQueue(client);
      this.#lanes.set(client, lane);
    }
    return lane;
  }

  #enqueue(lane: ClientQueue): void {
    if (lane.busy || lane.queued) return;
    lane.queued = true;
    if (this.#ready.push(lane) === 1) this.#options.schedule.turn(() => this.#turn());
  }

  #turn(): void {
    const lanes: ClientQueue[] = [];
    const ready = this.#ready;
    this.#ready = [];
    for (const lane of ready) {
      lane.queued = false;
      if (lane.busy) continue;
      if (lane.deferred.length > 0) void this.#runErrands(lane);
      else if (lane.takeBatch()) {
        lane.busy = true;
        lane.sequence = this.takeSequence();
        lanes.push(lane);
      } else this.#release(lane);
    }
    if (lanes.length > 0) this.#sendBatches(lanes);
  }

  #sendBatches(lanes: readonly ClientQueue[]): void {
    const commands = lanes.map((lane) => this.#command(lane));
    this.#options.store.admit(commands, (index, answer) => {
      const lane = lanes[index];
      const command = commands[index];
      if (lane !== undefined && command !== undefined) this.#settle(lane, command, answer);
    });
  }

  #command(lane: ClientQueue): Admit {
    const { process, now, watermarks } = this.#options;
    const at = now();
    return {
      client: lane.client,
      process,
      sequence: lane.sequence,
      at,
      limits: lane.limits?.version ?? 0,
      watermark: watermarks.get(lane.client, monthOf(at)),
      forced: false,
      items: lane.batch.map(({ request }) => request.item),
    };
  }

  #settle(lane: ClientQueue, command: Admit, answer: AdmitAnswer | Error): void {
    if (answer instanceof Error) {
      this.#fail(lane, command, answer);
    } else if (answer.kind === 'decided') {
      this.#options.deliver(lane.batch, command.at, answer);
      this.#release(lane);
    } else if (answer.kind === 'duplicate') {
      // Nobody else sends under this process's name: its sequences are not its own any more.
      this.#fail(lane, command, new Error('the sequence was used before'));
    } else {
      this.#repair(lane, command, answer.kind).then(
        () => this.#sendBatches([lane]),
        (error: unknown) => this.#fail(lane, null, error),
      );
    }
  }

  async #repair(lane: ClientQueue, command: Admit, missing: 'limits' | 'unknown'): Promise<void> {
    lane.repairs += 1;
    if (lane.repairs > MOST_REPAIRS) throw new Error(`the store keeps answering ${missing}`);
    if (missing === 'unknown') await this.#options.load(lane.client, monthOf(command.at));
    else if (lane.limits !== null) await this.#options.store.writeLimits(lane.client, lane.limits);
  }

  #fail(lane: ClientQueue, sent: Sent | null, cause: unknown): void {
    const named = sent === null ? null : { sequence: sent.sequence, at: sent.at };
    this.#options.refuse(lane.batch, new AdmissionUnavailable(lane.client, named, cause));
    this.#release(lane);
  }

  #release(lane: ClientQueue): void {
    lane.busy = false;
    lane.batch = [];
    if (lane.empty) this.#lanes.delete(lane.client);
    else this.#enqueue(lane);
  }

  #runErrands(lane: ClientQueue): Promise<void> {
    if (lane.running !== null) return lane.running;
    if (lane.busy || lane.deferred.length === 0) return Promise.resolve();
    lane.busy = true;
    lane.running = this.#errands(lane);
    return lane.running;
  }

  async #errands(lane: ClientQueue): Promise<void> {
    try {
      for (let errand = lane.deferred[0]; errand !== undefined; errand = lane.deferred[0]) {
        await errand();
        lane.deferred.shift();
      }
      lane.running = null;
      this.#release(lane);
    } catch (error) {
      lane.running = null;
      lane.busy = false;
      this.#options.refuse(lane.clear(), new AdmissionUnavailable(lane.client, null, error));
      this.#options.errandFailed(error);
    }
  }
}
