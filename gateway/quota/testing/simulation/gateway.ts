import { monthOf } from '../../../values/calendar.ts';
import {
  Admission,
  type AdmissionRequest,
  type Decision,
  keepOf,
  type Reservation,
} from '../../admission/admission.ts';
import type { AdmissionUnavailable } from '../../admission/admission-request.ts';
import { Touched, type TouchedMonth } from '../../admission/touched.ts';
import type { Admit, Checkpoint, Recalled } from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import { type MonthToCheckpoint, readSnapshot, type UsageOfEpoch } from '../../read-snapshot.ts';
import type { UncountedCalls } from '../../redis/journal/uncounted-calls.ts';
import { type OutageCall, OutageCalls } from '../../redis/outage/outage-calls.ts';
import { Recovery } from '../../redis/outage/recovery.ts';
import type { HolderJournal, Journal, Syncing } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { Network } from './network.ts';
import type { World } from './world.ts';

/** Milliseconds between attempts of the recovery. */
const AGAIN_MS = 200;

/** How often the disk takes no record of a process with leases, as a part of the other faults. */
const FULL = 0.2;

/** A gateway process on one machine: the real admission, outage calls and recovery, with a checkpoint loop. */
export class Gateway {
  /** Error of its clock and of its reading of the store's clock, in milliseconds. */
  skew = 0;
  /** Until when the process is stopped. */
  stoppedUntil = 0;
  readonly #world: World;
  readonly #name: string;
  readonly #network: Network;
  readonly #admission: Admission;
  readonly #disk: Journal;
  readonly #journal: HolderJournal;
  readonly #calls: OutageCalls;
  /** What dead processes left. */
  #left: { readonly holder: string; readonly calls: UncountedCalls }[] = [];
  readonly #recovery: Recovery;
  #recovering = false;
  /** When the calls were decided that are being answered after a sync of the disk. */
  #decidedAt: number | null = null;
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
      doubted: (command) => {
        this.#calls.doubt(command);
        this.#recoverLater();
      },
    });
    this.#disk = world.journalOf(machine);
    this.#journal = this.#disk.of(this.#name, {
      random: world.diskRandom,
      full: () => world.leases && world.diskRandom.chance(world.faults * FULL),
      syncing: world.power ? this.#syncing() : null,
      dropsEarly: world.mistake === 'drops records early',
    });
    const schedule = {
      turn: (run: () => void) => this.#after(0, run),
      after: (ms: number, run: () => void) => this.#after(ms, run),
    };
    this.#calls = new OutageCalls({ process: this.#name, journal: this.#journal, schedule });
    tellOutcomes(this.#calls, world.ledger);
    this.#admission = new Admission({
      store: this.#network,
      clock: () => this.#clock(),
      process: this.#name,
      loadCheckpoint: (client, month) => this.#loadCheckpoint(client, month),
      loadLimits: async (client) => world.limitsOf(client),
      log: { warn: () => {} },
      schedule,
      ...(world.leases && {
        leases: {
          journal: this.#journal,
          recalls: { live: true, listen: (recalled) => this.#hearRecalls(recalled) },
          wall: () => this.#clock(),
          monotonic: () => world.time.now,
        },
      }),
    });
    this.#recovery = this.#newRecovery();
    this.#inherit();
    void this.#recover();
  }

  /** Takes over what dead processes left on the disk, now and later. */
  #inherit(): void {
    const { ledger, mistake, disk, time, diskRandom, end } = this.#world;
    const left = this.#disk.inherit(this.#name);
    for (const { calls } of left) {
      tellOutcomes(calls, ledger);
      if (mistake === 'replays twice') reportTwice(calls);
    }
    this.#left.push(...left);
    if (left.length > 0) this.#recoverLater();
    if (disk !== 'shared' || time.now > end) return;
    this.#after(100 + diskRandom.below(500), () => this.#inherit());
  }

  /** Answered calls that are not known to be counted. */
  get waiting(): number {
    const left = this.#left.reduce((sum, { calls }) => sum + calls.calls, 0);
    return left + this.#calls.calls + this.#admission.leaseFigures().unreported;
  }

  #newRecovery(): Recovery {
    const { mistake } = this.#world;
    const admission = this.#admission;
    return new Recovery({
      store: Object.assign(Object.create(this.#network), { recall: (command: Admit) => this.#recall(command) }),
      guarded: this.#network,
      admission: {
        count: (calls) => admission.count(calls),
        load: (client, month) => admission.load(client, month, this.#network),
        notCounted: (command) => {
          if (mistake !== 'forgets reports') admission.notCounted(command);
        },
      },
      concernsOneClient: () => false,
      now: () => this.#clock(),
      log: { warn: () => {} },
    });
  }

  /** A sync of the disk takes up to 150 ms. */
  #syncing(): Syncing {
    const { random, ledger, mistake } = this.#world;
    return {
      later: (run) => this.#after(1 + random.below(150), run),
      waiting: (client, month, waiting) => {
        ledger.account(client, month).unheard += waiting;
      },
      decidedNow: () => {
        const { storeNow } = this.#world;
        return (answer) => {
          this.#decidedAt = storeNow;
          answer();
          this.#decidedAt = null;
        };
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
    if (item.charge > 0) ledger.leased(client, item.family, this.#decidedAt ?? this.#world.storeNow);
  }

  /** Stops the process for a time, as SIGSTOP and SIGCONT do. */
  stop(ms: number): void {
    this.stoppedUntil = this.#world.time.now + ms;
  }

  /** Cuts the process off from the store for a time, at most until the faults end. */
  cutOff(ms: number, fate: 'command lost' | 'answer lost'): void {
    this.#network.cutOff(Math.min(this.#world.time.now + ms, this.#world.end), fate);
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

  /** Kills the process between two instructions: sent commands still arrive, its memory is lost. */
  kill(): void {
    this.#network.alive = false;
    this.#disk.died(this.#name);
  }

  /** Returns the units of forwarded calls of dead processes. */
  async sweep(): Promise<void> {
    if (this.#world.mistake === 'never returns holds') return;
    for (const command of await this.#network.returnHolds()) this.#recalled.giveBack(command);
  }

  /** Checkpoints the changes since the last time, and those that failed then. */
  async checkpoint(): Promise<void> {
    const { time, random, ledger, checkpoint, faults, takenBefore } = this.#world;
    const changed = [this.#admission.takeTouched(), this.#recalled.take(), this.#recovery.touched.take()];
    for (const touched of changed.flatMap((months) => [...months])) this.#markPending(touched);
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
        const answered = error === null ? Promise.resolve() : this.#calls.keep(command);
        answered.then(
          () => {
            if (this.#network.alive) this.#world.ledger.answeredForwarded(command);
            if (error !== null) this.#recoverLater();
          },
          // The caller gets no answer.
          () => {
            this.#world.unrecorded += 1;
          },
        );
      });
    });
  }

  /** Answers some calls without the store's decision, after recording them. */
  #fallBack({ client, limits, item, reserve }: AdmissionRequest, { sent }: AdmissionUnavailable): void {
    const { random } = this.#world;
    const carried = sent === null ? null : this.#calls.carried(client, sent.sequence);
    const at = sent === null || carried === null ? this.#clock() : sent.at;
    if (random.chance(0.3) || item.charge === 0) return;
    const call = { client, limits, item, at, carried };
    if (!reserve) {
      this.#answered(call, () => this.#calls.answered(call, this.#clock()));
      return;
    }
    const { key, family, calculator } = item;
    const split = { included: 0, overage: 0, credits: 0 };
    const reservation = { client, month: monthOf(at), day: '', epoch: '', split, key, family, calculator };
    this.#calls.forward(reservation, call);
    this.#after(random.below(500), () => {
      if (random.chance(0.6)) this.#answered(call, () => this.#calls.kept(reservation, call, this.#clock()));
      else this.#calls.released(reservation, call, this.#clock(), '5xx').catch(() => {});
    });
  }

  /** Until its record is written, a call may be counted and has no answer. */
  #answered({ client, item, at, carried }: OutageCall, record: () => Promise<void>): void {
    const { ledger, mistake } = this.#world;
    const account = ledger.account(client, monthOf(at));
    if (mistake === 'answers before the record') ledger.answeredAnyway(client, monthOf(at), item);
    account.unheard += item.charge;
    const recorded = () => {
      if (!this.#network.alive) return;
      account.unheard -= item.charge;
      if (mistake !== 'answers before the record') ledger.answeredAnyway(client, monthOf(at), item);
      this.#recoverLater();
    };
    record().then(recorded, () => {
      // One that a command in doubt carried may still be counted, and then returns.
      if (this.#network.alive && carried === null) account.unheard -= item.charge;
      this.#recoverLater();
    });
  }

  #recoverLater(): void {
    this.#after(AGAIN_MS, () => void this.#recover());
  }

  /** Resolves the commands in doubt and has all calls in journals counted, until none is left. */
  async #recover(): Promise<void> {
    if (this.#recovering) return;
    this.#recovering = true;
    const calls = this.#calls;
    for (const one of [calls, ...this.#left.map((left) => left.calls)]) {
      try {
        await this.#recovery.resolve(one);
        if (one === calls) calls.seal();
        await this.#recovery.send(one);
      } catch {
        // It is tried again.
      }
      for (const client of [...this.#network.doubts.keys()]) {
        if (!calls.doubts.has(client)) this.#network.doubts.delete(client);
      }
    }
    this.#recovering = false;
    if (!this.#network.alive) return;
    for (const { holder } of this.#left.filter((left) => left.calls.empty)) this.#disk.removed(holder);
    this.#left = this.#left.filter((left) => !left.calls.empty);
    if (this.#left.length > 0 || !calls.empty) this.#recoverLater();
    else this.#journal.compact();
  }

  /** The outcome of a command as recovery sees it. Planted mistakes do not look into the checkpoint, or at the outcome. */
  async #recall(command: Admit): Promise<Recalled> {
    const { mistake } = this.#world;
    const outcome = await this.#network.recall(command);
    if (mistake === 'ignores outcomes' && outcome !== 'unknown') return null;
    return outcome === 'contained' && mistake === 'ignores checkpoints' ? null : outcome;
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

/** Tells the ledger the outcome of each command in doubt. */
function tellOutcomes(calls: UncountedCalls, ledger: Ledger): void {
  const resolved = calls.resolved.bind(calls);
  calls.resolved = (doubt, outcome, at) => {
    if (!doubt.resolved) ledger.recalled(doubt, outcome);
    resolved(doubt, outcome, at);
  };
}

/** Reports the leases of a dead process once more, under other numbers. */
function reportTwice({ owed }: UncountedCalls): void {
  for (const { kind, command } of [...owed]) {
    if (kind !== 'count' || !command.lease?.report) continue;
    const report = { ...command.lease.report, number: command.lease.report.number + 1 };
    owed.add({ kind, command: { ...command, process: `${command.process}/again`, lease: { report, wish: null } } });
  }
}

/** The request of a process that never hears of new limits. */
function withOldLimits(request: AdmissionRequest): AdmissionRequest {
  return { ...request, limits: { ...request.limits, version: 1 } };
}
