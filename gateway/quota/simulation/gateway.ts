import {
  type Admission,
  type AdmissionRequest,
  createAdmission,
  type Decision,
  type Reservation,
} from '../admission.ts';
import type { AdmissionUnavailable } from '../admission-request.ts';
import { units } from '../affordability.ts';
import { monthOf } from '../calendar.ts';
import type { Fold } from '../contract.ts';
import type { Replay } from '../replay.ts';
import { Network } from './network.ts';
import type { World } from './world.ts';

/** A gateway process on one machine: real admission, with a fallback, a journal and a fold loop reduced to the least. */
export class Gateway {
  /** How far its clock is from the world's, in milliseconds. */
  skew = 0;
  readonly #world: World;
  readonly #name: string;
  readonly #network: Network;
  readonly #admission: Admission;
  readonly #journal: Set<Replay>;
  /** What this turn adds to the journal, by sequence: answered calls of one command are one replay. */
  readonly #adding = new Map<number, Replay & { items: AdmissionRequest['item'][] }>();
  readonly #unfolded = new Map<string, { client: string; month: string }>();

  constructor(world: World, machine: number, generation: number) {
    this.#world = world;
    this.#name = `process-${machine}-${generation}`;
    this.#network = new Network(world, this.#name);
    this.#journal = world.journals.get(machine) ?? new Set();
    world.journals.set(machine, this.#journal);
    this.#admission = createAdmission({
      store: this.#network,
      clock: () => this.#clock(),
      process: this.#name,
      loadFold: (client, month) => this.#loadFold(client, month),
      loadLimits: async (client) => world.limitsOf(client),
      log: { warn: () => {} },
      schedule: {
        turn: (run) => this.#after(0, run),
        after: (ms, run) => this.#after(ms, run),
      },
    });
    for (const call of this.#journal) this.#replay(call);
  }

  /** Asks for a call; what becomes of it is entered in the ledger. */
  call(request: AdmissionRequest): void {
    if (!this.#network.alive) return;
    this.#admission.admit(request, (error, decision) => {
      if (error !== null) this.#fallBack(request, error);
      else if (decision.reservation !== null) this.#forward(decision, decision.reservation);
      else this.#world.ledger.account(request.client, decision.month).answered += units(decision.verdict.split);
    });
  }

  /** Ends the process between two instructions: what it has sent arrives, what it has in memory is gone. */
  kill(): void {
    this.#network.alive = false;
  }

  /** Folds what was served since the last time, and what could not be folded then. */
  async fold(): Promise<void> {
    const { time, random, ledger, fold, faults, takenBefore } = this.#world;
    for (const touched of this.#admission.takeTouched()) {
      this.#unfolded.set(`${touched.client} ${touched.month}`, touched);
    }
    for (const [id, { client, month }] of this.#unfolded) {
      const snapshot = await this.#network.snapshot(client, month).catch(() => undefined);
      await time.pause(random.below(10));
      if (!this.#network.alive) return;
      if (snapshot === undefined || random.chance(faults)) continue;
      this.#unfolded.delete(id);
      if (snapshot === null) continue;
      const held = fold.save(snapshot);
      this.#admission.folded(held);
      this.#network.knows(client, month, held.counter.epoch, units(held.counter.admitted));
      const account = ledger.account(client, month);
      account.folded = Math.max(account.folded, takenBefore.get(snapshot) ?? 0);
    }
  }

  /** A forwarded call keeps its reservation if it is answered with a complete 2xx. */
  #forward({ month, verdict }: Decision, reservation: Reservation): void {
    const { ledger, random } = this.#world;
    const account = ledger.account(reservation.client, month);
    const taken = units(verdict.split);
    account.open += taken;
    const complete = random.chance(0.6);
    this.#after(random.below(500), () => {
      if (!complete) return this.#admission.giveBack(reservation, '5xx');
      account.open -= taken;
      account.answered += taken;
      this.#admission.keep(reservation);
    });
  }

  /** Some calls are answered though the store did not say so: they are in the journal before they are answered. */
  #fallBack({ client, item, reserve }: AdmissionRequest, error: AdmissionUnavailable): void {
    if (reserve || this.#world.random.chance(0.3)) return;
    const { sequence, at } = error.sent ?? { sequence: this.#admission.takeSequence(), at: this.#clock() };
    let call = this.#adding.get(sequence);
    if (call === undefined) {
      const adding = { client, process: this.#name, sequence, at, items: [] };
      call = adding;
      this.#adding.set(sequence, adding);
      this.#journal.add(adding);
      queueMicrotask(() => {
        this.#adding.delete(sequence);
        this.#replay(adding);
      });
    }
    call.items.push(item);
    this.#world.ledger.answeredAnyway(client, monthOf(call.at), item);
  }

  #replay(call: Replay): void {
    this.#admission.replay(call).then(() => this.#journal.delete(call));
  }

  async #loadFold(client: string, month: string): Promise<Fold> {
    const { time, random, fold, faults } = this.#world;
    this.#network.reads(client, month);
    const read = fold.read(client, month);
    await time.pause(random.below(20));
    if (random.chance(faults)) throw new Error('SQL is away');
    return read;
  }

  #clock(): number {
    return this.#world.time.now + this.skew;
  }

  #after(ms: number, run: () => void): void {
    this.#world.time.after(ms, () => {
      if (this.#network.alive) run();
    });
  }
}
