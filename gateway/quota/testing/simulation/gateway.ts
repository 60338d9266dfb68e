import { monthOf } from '../../../values/calendar.ts';
import {
  Admission,
  type AdmissionRequest,
  type Decision,
  keepOf,
  type Reservation,
} from '../../admission/admission.ts';
import type { AdmissionUnavailable } from '../../admission/admission-request.ts';
import { hasReported, outcomeOf } from '../../admission/outcome.ts';
import type { Replay } from '../../admission/replay.ts';
import { Touched, type TouchedMonth } from '../../admission/touched.ts';
import type { Admit, Checkpoint, Item, Keep, Recalled } from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import { type MonthToCheckpoint, readSnapshot, type UsageOfEpoch } from '../../read-snapshot.ts';
import type { Doubt, Journal, Syncing } from './journal.ts';
import { Network } from './network.ts';
import { HORIZON, START, type World } from './world.ts';

/** Milliseconds between attempts to resolve a command or to have answered calls counted. */
const AGAIN_MS = 200;

/** A gateway process on one machine: the real admission, with a minimal fallback, journal and checkpoint loop. */
export class Gateway {
  /** Error of its clock and of its reading of the store's clock, in milliseconds. */
  skew = 0;
  /** Until when the process is stopped. */
  stoppedUntil = 0;
  readonly #world: World;
  readonly #name: string;
  readonly #network: Network;
  readonly #admission: Admission;
  readonly #journal: Journal;
  /** The last sequence under the journal's name. */
  #replays = 0;
  readonly #counting = new Set<string>();
  readonly #pending = new Map<string, MonthToCheckpoint>();
  /** Clients and months that it has checkpointed completely once. From then on it checkpoints only changes. */
  readonly #checkpointed = new Set<string>();
  /** Changes of commands whose answers it learned later. */
  readonly #recalled = new Touched();

  constructor(world: World, machine: number, generation: number) {
    this.#world = world;
    this.#name = `process-${machine}-${generation}`;
    this.#network = new Network(world, this.#name, {
      awake: (run) => this.#awake(run),
      doubted: (command) => this.#doubt(command),
    });
    this.#journal = world.journalOf(machine);
    const left = this.#journal.takeLeft();
    this.#admission = new Admission({
      store: this.#network,
      clock: () => this.#clock(),
      process: this.#name,
      loadCheckpoint: (client, month) => this.#loadCheckpoint(client, month),
      loadLimits: async (client) => world.limitsOf(client),
      log: { warn: () => {} },
      schedule: {
        turn: (run) => this.#after(0, run),
        after: (ms, run) => this.#after(ms, run),
      },
      ...(world.leases && {
        leases: {
          journal: this.#journal.leasesOf(this.#name, world.power ? this.#syncing() : null),
          recalls: { live: true, listen: (recalled) => this.#hearRecalls(recalled) },
          wall: () => this.#clock(),
          monotonic: () => world.time.now,
        },
      }),
    });
    for (const replay of left) this.#reportOf(replay);
    for (const doubt of this.#journal.doubts) this.#resolve(doubt);
    for (const { client } of this.#journal.replays) this.#count(client);
    for (const command of this.#journal.keeps) this.#keepLater(command);
  }

  /** A sync of the disk takes up to 150 ms. */
  #syncing(): Syncing {
    const { random, ledger, mistake } = this.#world;
    return {
      later: (run) => this.#after(1 + random.below(150), run),
      waiting: (client, month, waiting) => {
        ledger.account(client, month).unheard += waiting;
      },
      early: mistake === 'answers before the sync',
    };
  }

  /** Asks for a call and enters the outcome in the ledger. */
  call(request: AdmissionRequest): void {
    if (!this.#network.alive) return;
    if (this.#world.time.now < this.stoppedUntil) {
      this.#awake(() => this.call(request));
      return;
    }
    const asked = this.#world.mistake === 'outlives limits' ? withOldLimits(request) : request;
    this.#admission.admit(asked, (error, decision) => {
      // It may have died while reading SQL, which continues without it.
      if (!this.#network.alive) return;
      if (error !== null) this.#fallBack(request, error);
      else if (decision.reservation !== null) this.#forward(decision.reservation);
      else this.#answer(request, decision);
    });
  }

  /** Enters the outcome of a call without a reservation. */
  #answer({ client, limits, item }: AdmissionRequest, { verdict, limits: by, month, at }: Decision): void {
    const { ledger, smooth } = this.#world;
    if (verdict.outcome !== 'admitted') {
      this.#world.expect(!smooth || verdict.held === undefined, `a call was refused for leases: ${verdict.held}`);
      return;
    }
    ledger.account(client, month).answered += item.charge;
    // Leased calls show no split, because their units are priced when they are reported.
    if (units(verdict.split) === item.charge && item.charge > 0) return;
    this.#world.expect(by.version >= limits.version, 'a lease of older limits decided a call');
    this.#world.expect(month === monthOf(at), 'a lease of another month decided a call');
    if (item.charge > 0) ledger.leased(client, item.family, this.#world.storeNow);
  }

  /** Stops the process for a time, as SIGSTOP and SIGCONT do. */
  stop(ms: number): void {
    this.stoppedUntil = this.#world.time.now + ms;
  }

  /** Cuts the process off from the store for a time, at most until the faults end. */
  cutOff(ms: number, fate: 'command lost' | 'answer lost'): void {
    this.#network.cutOff(Math.min(this.#world.time.now + ms, START + HORIZON), fate);
  }

  #awake(run: () => void): void {
    const { time } = this.#world;
    if (!this.#network.alive) return;
    if (time.now < this.stoppedUntil) time.after(this.stoppedUntil - time.now, () => this.#awake(run));
    else run();
  }

  #hearRecalls(recalled: (client: string) => void): void {
    const { listeners, mistake } = this.#world;
    if (mistake !== 'ignores recalls') listeners.add((client) => this.#awake(() => recalled(client)));
  }

  /** Reports a lease of a dead process. */
  #reportOf(replay: Replay): void {
    const { client, process, lease } = replay;
    this.#journal.replays.add(replay);
    if (this.#world.mistake === 'replays twice' && lease?.report) {
      const again = { ...lease.report, number: lease.report.number + 1 };
      this.#journal.replays.add({ ...replay, process: `${process}/again`, lease: { report: again, wish: null } });
    }
    this.#count(client);
  }

  /** Kills the process between two instructions: sent commands still arrive, its memory is lost. */
  kill(): void {
    this.#network.alive = false;
  }

  /** Returns the units of forwarded calls of dead processes. */
  async sweep(): Promise<void> {
    if (this.#world.mistake === 'never returns holds') return;
    for (const command of await this.#network.returnHolds()) this.#recalled.giveBack(command);
  }

  /** Checkpoints the changes since the last time, and those that failed then. */
  async checkpoint(): Promise<void> {
    const { time, random, ledger, checkpoint, faults, takenBefore } = this.#world;
    for (const touched of [...this.#admission.takeTouched(), ...this.#recalled.take()]) this.#markPending(touched);
    for (const [id, { client, month, names }] of this.#pending) {
      const { losses } = this.#world;
      const saveUsage = async (page: UsageOfEpoch) => checkpoint.saveUsage(page);
      const snapshot = await readSnapshot(this.#network, { client, month, names }, saveUsage).catch(() => undefined);
      await time.pause(random.below(10));
      if (!this.#network.alive) return;
      if (snapshot === undefined || random.chance(faults)) {
        this.#pending.set(id, { client, month, names: 'all' });
        continue;
      }
      this.#pending.delete(id);
      this.#checkpointed.add(id);
      if (snapshot === null) continue;
      if (this.#world.losses > losses) ledger.savedLate(snapshot, checkpoint.read(client, month));
      const held = checkpoint.save(snapshot);
      this.#admission.checkpointed(held);
      this.#network.knows(client, month, held.counter.epoch, units(held.counter.admitted));
      const account = ledger.account(client, month);
      account.checkpointed = Math.max(account.checkpointed, takenBefore.get(snapshot.counter) ?? 0);
    }
  }

  #markPending({ client, month, names }: TouchedMonth): void {
    const id = `${client} ${month}`;
    const before = this.#pending.get(id)?.names ?? [];
    const whole = before === 'all' || !this.#checkpointed.has(id);
    this.#pending.set(id, { client, month, names: whole ? 'all' : [...before, ...names] });
  }

  /** A forwarded call keeps its reservation if it gets a complete 2xx answer. */
  #forward(reservation: Reservation): void {
    const { random } = this.#world;
    const complete = random.chance(0.6);
    this.#after(random.below(500), () => {
      if (!complete) return this.#admission.giveBack(reservation, '5xx');
      const command = keepOf(reservation);
      if (command === null) return;
      if (this.#world.mistake === 'answers before the charge') {
        this.#world.ledger.answeredForwarded(command);
        return;
      }
      this.#admission.keep(reservation, (error) => {
        if (!this.#network.alive) return;
        this.#world.ledger.answeredForwarded(command);
        if (error !== null) this.#keepLater(command);
      });
    });
  }

  /** Tells the store about a charged call, until it answers. The call is in the journal meanwhile. */
  #keepLater(command: Keep): void {
    this.#journal.keeps.add(command);
    this.#network.keep(command).then(
      (answer) => {
        this.#journal.keeps.delete(command);
        const { client, day, key, calculator } = command;
        if (answer === 'counted') this.#recalled.row(client, day, key, calculator, '2xx');
      },
      () => this.#after(AGAIN_MS, () => this.#keepLater(command)),
    );
  }

  /** Answers some calls without the store's decision, after writing them to the journal. */
  #fallBack({ client, limits, item, reserve }: AdmissionRequest, { sent }: AdmissionUnavailable): void {
    const doubt = this.#doubtOf(client, sent?.sequence);
    if (reserve || this.#world.random.chance(0.3)) return;
    const at = doubt?.command.at ?? this.#clock();
    if (doubt === undefined) this.#replay({ client, at, limits: limits.version, items: [item] });
    else doubt.answered.push(item);
    this.#world.ledger.answeredAnyway(client, monthOf(at), item);
  }

  /** The command in doubt that carried a call; `undefined` if none was sent. */
  #doubtOf(client: string, sequence: number | undefined): Doubt | undefined {
    const command = this.#network.doubts.get(client);
    if (command === undefined || command.sequence !== sequence) return undefined;
    return [...this.#journal.doubts].find((doubt) => doubt.command === command);
  }

  #doubt(command: Admit): void {
    const doubt = { command, answered: [] };
    this.#journal.doubts.add(doubt);
    this.#resolve(doubt);
  }

  /** Retries until the outcome of a command is known. Answered calls that it did not count are then counted. */
  #resolve(doubt: Doubt): void {
    const { command, answered } = doubt;
    const { client, process, at, limits } = command;
    outcomeOf(this.#recalling(), (of, month) => this.#admission.load(of, month, this.#network), command).then(
      (outcome) => {
        this.#journal.doubts.delete(doubt);
        if (process === this.#name) this.#network.doubts.delete(client);
        this.#world.ledger.recalled(doubt, outcome);
        if (!hasReported(outcome) && this.#world.mistake !== 'forgets reports') this.#admission.notCounted(command);
        if (outcome !== null) for (const item of command.items) this.#recalled.call(client, at, item);
        const items = answered.filter((item) => !isCounted(item, command, outcome));
        if (items.length > 0) this.#replay({ client, at, limits, items });
      },
      () => this.#after(AGAIN_MS, () => this.#resolve(doubt)),
    );
  }

  /** The store as recovery sees it. A planted mistake forgets to look into the checkpoint. */
  #recalling(): Pick<Network, 'recall'> {
    const network = this.#network;
    return {
      recall: async (command) => {
        const outcome = await network.recall(command);
        return outcome === 'contained' && this.#world.mistake === 'ignores checkpoints' ? null : outcome;
      },
    };
  }

  #replay(calls: Omit<Replay, 'process' | 'sequence'>): void {
    this.#replays += 1;
    const replay = { ...calls, process: `${this.#name}/journal`, sequence: this.#replays };
    this.#journal.replays.add(replay);
    this.#count(replay.client);
  }

  /** One at a time, because the store takes the sequences of a name in order only. */
  #count(client: string): void {
    const next = [...this.#journal.replays].find((replay) => replay.client === client);
    if (next === undefined || this.#counting.has(client)) return;
    this.#counting.add(client);
    this.#admission
      .count(next)
      .then(
        () => void this.#journal.replays.delete(next),
        () => this.#world.time.pause(AGAIN_MS),
      )
      .then(() => {
        this.#counting.delete(client);
        if (this.#network.alive) this.#count(client);
      });
  }

  async #loadCheckpoint(client: string, month: string): Promise<Checkpoint> {
    const { time, random, checkpoint, faults } = this.#world;
    this.#network.reads(client, month);
    const read = checkpoint.read(client, month);
    await time.pause(random.below(20));
    if (random.chance(faults)) throw new Error('SQL is away');
    return read;
  }

  #clock(): number {
    return this.#world.time.now + this.skew;
  }

  #after(ms: number, run: () => void): void {
    this.#world.time.after(ms, () => this.#awake(run));
  }
}

/** Whether a command ran and admitted an item. */
function isCounted(item: Item, { items }: Admit, answer: Recalled): boolean {
  // The checkpoint does not show which calls the command admitted.
  if (answer === 'contained' || answer === 'followed') return true;
  if (answer === null || answer === 'unknown' || answer.kind !== 'decided') return false;
  return answer.verdicts[items.indexOf(item)]?.outcome === 'admitted';
}

/** The request of a process that never hears of new limits. */
function withOldLimits(request: AdmissionRequest): AdmissionRequest {
  return { ...request, limits: { ...request.limits, version: 1 } };
}
