import type { AdmissionRequest, Loss } from '../../admission/admission.ts';
import type { Checkpoint, Limits, RecallingStore } from '../../contract.ts';
import { type GuardedAdmission, guardAdmission } from '../../redis/outage/guard-admission.ts';
import { EMPTY_CHECKPOINT, LIMITS, NOON, RESULT } from '../contract/caller.ts';
import { BrokenRecords, type MoodyStore } from './moody-store.fixture.ts';

/** Units by client: of answered calls, and of calls whose process died before they were answered. */
export class Truth {
  readonly answered = new Map<string, number>();
  readonly unheard = new Map<string, number>();
  readonly errors: Error[] = [];

  answer(client: string, units: number): void {
    this.answered.set(client, (this.answered.get(client) ?? 0) + units);
  }

  lose(client: string, units: number): void {
    this.unheard.set(client, (this.unheard.get(client) ?? 0) + units);
  }
}

export interface ProcessOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly store: MoodyStore;
  readonly truth: Truth;
  readonly limits?: Partial<Limits>;
  readonly clock?: () => number;
  /** Whether it uses leases. No recall arrives. */
  readonly leases?: boolean;
  /** Reads the checkpoint for a load. */
  readonly loadCheckpoint?: () => Promise<Checkpoint>;
  /** Called with each loss that the process notices. */
  readonly lost?: (loss: Loss) => void;
}

/** A gateway process that can die between two instructions. Its timers run fifty times faster than real ones. */
export class GatewayProcess {
  readonly #options: ProcessOptions;
  /** The limits in SQL, which every call carries. */
  limits: Limits;
  readonly #open = new Set<{ client: string; units: number }>();
  #guarded: GuardedAdmission | undefined;
  #alive = true;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.limits = { ...LIMITS, ...options.limits };
  }

  get guarded(): GuardedAdmission {
    if (this.#guarded === undefined) throw new Error('not started');
    return this.#guarded;
  }

  async start(): Promise<this> {
    const { name, dataDir, store, loadCheckpoint = async () => EMPTY_CHECKPOINT } = this.#options;
    this.#guarded = await guardAdmission({
      store: this.#wire(store),
      probe: async () => {
        if (store.mood !== 'well') throw new Error('no answer');
      },
      concernsOneClient: (error) => error instanceof BrokenRecords,
      dataDir,
      durability: 'process',
      process: name,
      clock: this.#options.clock ?? (() => NOON),
      loadCheckpoint,
      ...(this.#options.lost && { lost: this.#options.lost }),
      loadLimits: async () => this.limits,
      log: { warn: () => {} },
      ...(this.#options.leases && { recalls: { live: true, listen: () => {} } }),
      schedule: {
        turn: (run) => void setImmediate(() => this.#alive && run()),
        after: (ms, run) => void setTimeout(() => this.#alive && run(), ms / 50),
      },
    });
    return this;
  }

  /** Asks for a call; resolves with its outcome, or `error`. */
  call(client: string, units: number, changes: Partial<AdmissionRequest> = {}): Promise<string> {
    const { truth } = this.#options;
    const item = { ...RESULT, charge: units, cost: Math.max(1, units) };
    const request = { client, limits: this.limits, item, reserve: false, ...changes };
    const waiting = { client, units };
    this.#open.add(waiting);
    return new Promise((resolve) => {
      this.guarded.admission.admit(request, (error, decision) => {
        if (!this.#alive) return;
        this.#open.delete(waiting);
        if (error !== null) {
          truth.errors.push(error);
          resolve('error');
          return;
        }
        const { reservation, verdict } = decision;
        if (verdict.outcome === 'admitted') {
          if (reservation === null) truth.answer(client, units);
          else this.#forward(reservation, waiting);
        }
        resolve(verdict.outcome);
      });
    });
  }

  async kill(): Promise<void> {
    for (const { client, units } of this.#open) this.#options.truth.lose(client, units);
    this.#alive = false;
    await this.guarded.stop();
  }

  /** Every other forwarded call gets a complete 2xx answer, some time later. */
  #forward(reservation: Parameters<GuardedAdmission['admission']['keep']>[0], call: { client: string; units: number }) {
    this.#open.add(call);
    this.#forwarded += 1;
    const complete = this.#forwarded % 2 === 0;
    setTimeout(
      () => {
        if (!this.#alive) return;
        // A pending give-back dies with its process, so the call stays open.
        if (!complete) return this.guarded.admission.giveBack(reservation, '5xx');
        return this.guarded.admission.keep(reservation, (error) => {
          if (!this.#alive) return;
          this.#open.delete(call);
          if (error === null) this.#options.truth.answer(call.client, call.units);
          else this.#options.truth.errors.push(error);
        });
      },
      (this.#forwarded * 7) % 30,
    );
  }
  #forwarded = 0;

  /** Commands of a dead process still arrive; it hears no answers. */
  #wire(store: RecallingStore): RecallingStore {
    const heard = <T>(answer: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        answer.then(
          (value) => this.#alive && resolve(value),
          (error: unknown) => this.#alive && reject(error),
        );
      });
    return {
      admit: (commands, settle) => {
        store.admit(commands, (index, answer) => this.#alive && settle(index, answer));
      },
      recall: (command) => heard(store.recall(command)),
      giveBack: (command) => heard(store.giveBack(command)),
      keep: (command) => heard(store.keep(command)),
      returnHolds: () => heard(store.returnHolds()),
      fence: (...args) => heard(store.fence(...args)),
      writeLimits: (...args) => heard(store.writeLimits(...args)),
      load: (...args) => heard(store.load(...args)),
      tally: (...args) => heard(store.tally(...args)),
      counters: (...args) => heard(store.counters(...args)),
      usage: (...args) => heard(store.usage(...args)),
      usagePage: (...args) => heard(store.usagePage(...args)),
      close: () => store.close(),
    };
  }
}
