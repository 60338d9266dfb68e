import { dayOf, monthOf } from '../../../values/calendar.ts';
import {
  type Admit,
  type AdmitAnswer,
  type Checkpoint,
  type GiveBack,
  holdName,
  type Item,
  type Keep,
  type Limits,
  type Snapshot,
} from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import { tokenInterval } from '../../model/gcra.ts';
import { rowId } from '../../model/leases.ts';
import type { Doubt, DoubtOutcome } from '../../redis/journal/doubt.ts';
import type { CheckpointTable } from './checkpoint-table.ts';

/** A broken guarantee. */
export class Violation extends Error {}

/** The true units of one client and month. */
interface Account {
  readonly client: string;
  readonly month: string;
  /** Units of calls that got a charged answer, including those in a journal. */
  answered: number;
  /** Units that commands took in the store, and units that give-backs returned. */
  taken: number;
  returned: number;
  /** The part of `taken` that the last snapshot in SQL includes. */
  checkpointed: number;
  /** Units of commands that ran but whose answer reached no live process. */
  unheard: number;
  /** Units of forwarded calls that are neither kept nor given back. */
  open: number;
  /** Units of forwarded calls that were kept since the last loss. */
  kept: number;
  /** The most units that data losses of the store may have cost: those taken since the last checkpoint. */
  mayBeLost: number;
  /** The most units that late checkpoints may have counted twice: those that they added to SQL. */
  mayBeTwice: number;
  /** Units of calls that no limit refused, because they were in a journal. */
  forced: number;
  /** The last loaded epoch. */
  epoch: string | null;
  /** The SQL value of the month's counter as known by each process. */
  readonly known: Map<string, Known>;
  /** After a loss, the processes that will notice it, with the command from which on they do. */
  aware: Map<string, number> | null;
}

interface Known {
  readonly epoch: string;
  readonly admitted: number;
  /** The last command sent without this knowledge. */
  readonly after: number;
}

/** What the ledger knows of the world. */
export interface LedgerContext {
  readonly leases: boolean;
  /** Whether all holds have ended or are over. */
  readonly swept: boolean;
  readonly changed: ReadonlySet<string>;
  /** The store's clock. */
  readonly storeNow: number;
  limitsOf(client: string): Limits;
}

/** The sender of a command, which may carry another process's name, and its position among the sender's commands. */
export interface Sender {
  readonly process: string;
  readonly nth: number;
}

/** The truth about every call, recorded beside the system, and the guarantees checked against it. */
export class Ledger {
  readonly #accounts = new Map<string, Account>();
  /** Commands that ran, with their answers. */
  readonly #ran = new Map<string, Extract<AdmitAnswer, { kind: 'decided' }>>();
  /** Instants of admitted calls, by client and family. */
  readonly #bursts = new Map<string, number[]>();
  /** Units of the rows of leases that reports have counted, by client, holder, number and row. */
  readonly #counted = new Map<string, number>();
  /** Calls of commands in doubt, and commands taken as counted, whose outcome was recorded. */
  readonly #resolved = new Set<string>();
  /** Units of forwarded calls whose outcome the store does not know, by hold. */
  readonly #holds = new Map<string, { readonly account: Account; readonly units: number }>();
  #losses = 0;

  get #lossy(): boolean {
    return this.#losses > 0;
  }

  get accounts(): Iterable<Account> {
    return this.#accounts.values();
  }

  account(client: string, month: string): Account {
    const id = `${client} ${month}`;
    let account = this.#accounts.get(id);
    if (account === undefined) {
      const nothing = {
        answered: 0,
        taken: 0,
        returned: 0,
        checkpointed: 0,
        unheard: 0,
        open: 0,
        kept: 0,
        mayBeLost: 0,
        mayBeTwice: 0,
        forced: 0,
      };
      account = { client, month, ...nothing, epoch: null, known: new Map(), aware: null };
      this.#accounts.set(id, account);
    }
    return account;
  }

  /** Records that a command ran in the store, before any process hears of it. */
  ran(command: Admit, answer: AdmitAnswer, sender: Sender, world: LedgerContext): void {
    if (answer.kind !== 'decided') return;
    const name = nameOf(command);
    if (this.#ran.has(name) && !this.#lossy) throw new Violation(`a command ran twice: ${name}`);
    this.#ran.set(name, answer);
    if (!command.forced && command.items.length > 0 && dayOf(command.at) !== dayOf(world.storeNow)) {
      throw new Violation(`calls of ${dayOf(world.storeNow)} counted on ${dayOf(command.at)}`);
    }
    const account = this.account(command.client, monthOf(command.at));
    const before = account.taken;
    this.#reported(account, command, answer);
    const reported = account.taken;
    for (const [index, { outcome, split, used, spendable, held }] of answer.verdicts.entries()) {
      account.taken += units(split);
      const truth = account.taken - account.returned;
      // Units that leases hold count as used.
      const shown = world.leases ? used >= truth : used === truth;
      if (!this.#lossy && !shown) throw new Violation(`${used} units shown as used, ${truth} were`);
      if (command.forced) continue;
      const item = command.items[index];
      if (outcome !== 'admitted') {
        const refused = outcome === 'month' && held === undefined && item !== undefined && !this.#lossy;
        if (refused && fits(truth + item.cost, answer.limits)) throw new Violation(`refused at ${truth} units`);
        continue;
      }
      const { mode, quota } = answer.limits;
      if (mode === 'block' && quota !== null && used > quota) throw new Violation(`${used} units admitted of ${quota}`);
      if (split.credits > 0 && spendable < 0) throw new Violation('a credit was spent that was not there');
      if (item !== undefined && !item.probe) this.#burst(command.client, item.family).push(world.storeNow);
    }
    const ofOutage = command.lease?.report?.holder.endsWith('/outage') ?? false;
    if (command.forced) account.forced += account.taken - (ofOutage ? before : reported);
    else account.unheard += account.taken - reported;
    const truth = account.taken - account.returned - account.forced;
    const steady = !this.#lossy && !world.changed.has(command.client);
    if (steady && answer.limits.mode === 'block' && !fits(truth, answer.limits)) {
      throw new Violation(`${truth} units used of ${answer.limits.quota}`);
    }
    if (unaware(account, sender)) account.mayBeLost += account.taken - before;
  }

  /** Records a call that a lease admitted. */
  leased(client: string, family: string, at: number): void {
    this.#burst(client, family).push(at);
  }

  /** Checks that no family had more calls than its burst policy allows, in any interval. */
  checkBurst(client: string, { burst }: Limits): void {
    if (burst === null || this.#lossy) return;
    const interval = tokenInterval(burst);
    for (const [id, instants] of this.#bursts) {
      if (!id.startsWith(`${client} `)) continue;
      let tat = 0;
      for (const at of instants.toSorted((a, b) => a - b)) {
        tat = Math.max(tat, at * 1000) + interval;
        if (tat - at * 1000 > burst.q * interval) throw new Violation(`more calls than the burst of ${id} allows`);
      }
    }
  }

  #reported(account: Account, command: Admit, answer: Extract<AdmitAnswer, { kind: 'decided' }>): void {
    const { lease } = answer;
    const report = command.lease?.report;
    if (!lease || !report) return;
    account.taken += lease.counted;
    let uncounted = 0;
    for (const row of report.rows) {
      const id = `${command.client} ${report.holder} ${report.number} ${rowId(row)}`;
      const counted = this.#counted.get(id) ?? 0;
      if (lease.report === 'gone') uncounted += Math.max(0, row.units - counted);
      else this.#counted.set(id, Math.max(counted, row.units));
    }
    // A running process counts the calls of an epoch that is gone again. The journal of a dead one cannot.
    if (command.forced) account.mayBeLost += uncounted;
  }

  #burst(client: string, family: string): number[] {
    const id = `${client} ${family}`;
    const instants = this.#bursts.get(id) ?? [];
    this.#bursts.set(id, instants);
    return instants;
  }

  /** Records that the answer reached the sending process. */
  heard(command: Admit, answer: AdmitAnswer): void {
    if (answer.kind !== 'decided' || command.forced) return;
    const account = this.account(command.client, answer.month);
    for (const [index, { split }] of answer.verdicts.entries()) {
      account.unheard -= units(split);
      if (command.items[index]?.hold === undefined || units(split) === 0) continue;
      account.open += units(split);
      this.#holds.set(holdName(command.process, command.sequence, index), { account, units: units(split) });
    }
  }

  /** Records that the store ended a hold. Until the process hears of it, the call has no answer. */
  kept({ client, month, hold, split }: Keep, answer: 'kept' | 'counted' | 'gone'): void {
    const account = this.account(client, month);
    account.kept += units(split);
    if (answer === 'gone') return;
    if (answer === 'counted') account.taken += units(split);
    if (this.#close(hold) || answer === 'counted') account.unheard += units(split);
  }

  /** Records that a kept call was answered. */
  answeredForwarded({ client, month, split }: Keep): void {
    const account = this.account(client, month);
    account.answered += units(split);
    account.unheard -= units(split);
  }

  /** Records that units of a forwarded call have returned without a command of its process. */
  returnedByItself({ client, month, hold = '', split }: GiveBack): void {
    const account = this.account(client, month);
    account.returned += units(split);
    if (!this.#close(hold)) account.unheard -= units(split);
  }

  #close(hold: string): boolean {
    const held = this.#holds.get(hold);
    if (held !== undefined) held.account.open -= held.units;
    return this.#holds.delete(hold);
  }

  /**
   * Records the resolved outcome of a command: its calls that were answered anyway are no longer in flight. Successors
   * of a process may resolve a command again.
   */
  recalled({ command, answered, open }: Doubt, outcome: DoubtOutcome): void {
    const name = nameOf(command);
    const ran = this.#ran.get(name);
    if (ran === undefined) return;
    const account = this.account(command.client, ran.month);
    const takenAsCounted = outcome === 'counted' && this.#isFirst(`${name} counted`);
    // Nor whether it counted the calls of a lease whose epoch was gone.
    if (takenAsCounted && ran.lease?.report === 'gone') {
      for (const row of command.lease?.report?.rows ?? []) account.mayBeLost += row.units;
    }
    for (const [index, { split, outcome: verdict }] of ran.verdicts.entries()) {
      const item = command.items[index];
      if (item === undefined) continue;
      // The checkpoint does not show which calls of a command were refused. An open one may still be answered.
      const mayBeAnswered = answered.has(index) || open.has(index);
      if (takenAsCounted && verdict !== 'admitted' && mayBeAnswered) account.mayBeLost += item.charge;
      if (answered.has(index) && this.#isFirst(`${name} ${index}`)) account.unheard -= units(split);
    }
  }

  #isFirst(resolved: string): boolean {
    const { size } = this.#resolved;
    return this.#resolved.add(resolved).size > size;
  }

  /** Records a call that was answered without the store's decision and is in the journal. */
  answeredAnyway(client: string, month: string, item: Item): void {
    this.account(client, month).answered += item.charge;
  }

  gaveBack(command: GiveBack, sender: Sender): void {
    const account = this.account(command.client, command.month);
    account.returned += units(command.split);
    this.#close(command.hold ?? '');
    // A give-back that recovery names after a call: no process heard of the command that took the units.
    if (command.process.includes('/')) account.unheard -= units(command.split);
    if (unaware(account, sender)) account.mayBeLost += units(command.split);
  }

  /** Records that a process knows the value in SQL: its later commands do not run on lower counters of that epoch. */
  knows(client: string, month: string, process: string, known: Known): void {
    const account = this.account(client, month);
    account.known.set(process, known);
    if (account.aware !== null && !account.aware.has(process)) account.aware.set(process, known.after);
  }

  /** Records that the store lost all data, or everything since the last checkpoint. SQL lost nothing. */
  lost(checkpoint: CheckpointTable): void {
    this.#losses += 1;
    for (const account of this.#accounts.values()) {
      const { months } = checkpoint.read(account.client, account.month);
      // A hold that was kept may be open again, and return.
      account.mayBeLost += account.taken - account.checkpointed + account.kept;
      account.kept = 0;
      account.checkpointed = account.taken;
      account.aware = new Map();
      for (const [process, { epoch, admitted, after }] of account.known) {
        const held = months.find((row) => row.epoch === epoch);
        if (held !== undefined && units(held.admitted) === admitted) account.aware.set(process, after);
      }
    }
  }

  /**
   * Records a load. If it replaces counters that show less than SQL, the units they took since the last checkpoint are
   * lost.
   */
  loaded(client: string, month: string, epoch: string): void {
    const account = this.account(client, month);
    if (account.epoch !== null && account.epoch !== epoch) {
      account.mayBeLost += account.taken - account.checkpointed;
      account.checkpointed = account.taken;
    }
    account.epoch = epoch;
  }

  /**
   * Records that counters which a process read before the store lost them were saved afterwards. Another process may
   * have learned meanwhile that no checkpoint contains its commands in doubt, and counted their calls again.
   */
  savedLate({ client, month, counter }: Snapshot, before: Checkpoint): void {
    const held = before.months.find(({ epoch }) => epoch === counter.epoch);
    const saved = held === undefined ? 0 : units(held.admitted);
    this.account(client, month).mayBeTwice += Math.max(0, units(counter.admitted) - saved);
  }

  /** Compares the final state of SQL with the answered calls. */
  check(checkpoint: CheckpointTable, world: LedgerContext): void {
    for (const account of this.#accounts.values()) {
      const { client, month, answered, taken, returned, unheard, open, mayBeLost, mayBeTwice } = account;
      const { months } = checkpoint.read(client, month);
      const counted = months.reduce((sum, row) => sum + units(row.admitted) - units(row.returned), 0);
      const story = `counted ${counted}, ${JSON.stringify({ ...account, known: undefined })}`;
      if (counted < answered - mayBeLost) throw new Violation(`answered calls are not counted: ${story}`);
      // A loss may undo give-backs that are not in the checkpoint. A second loss may bring back what the first one lost.
      const most =
        this.#losses > 1
          ? Number.POSITIVE_INFINITY
          : answered + unheard + open + mayBeTwice + (this.#lossy ? returned : 0);
      if (counted > most) throw new Violation(`more is counted than was in flight: ${story}`);
      if (this.#lossy) continue;
      if (counted !== taken - returned) throw new Violation(`SQL has not what the store took: ${story}`);
      const { quota } = world.limitsOf(client);
      const included = months.reduce((sum, row) => sum + row.admitted.included, 0);
      const first = quota === null ? counted : Math.min(quota, counted);
      if (!world.changed.has(client) && returned === 0 && included !== first) {
        throw new Violation(`${included} units are included: ${story}`);
      }
      if (world.swept && open !== 0) throw new Violation(`units of forwarded calls stay held: ${story}`);
    }
  }
}

function nameOf({ client, process, sequence }: Admit): string {
  return `${client} ${process} ${sequence}`;
}

/** Whether units are within the limits of a plan in mode `block`. */
function fits(used: number, { mode, quota, ceiling }: Limits): boolean {
  return (
    mode === 'block' && used <= (quota ?? Number.POSITIVE_INFINITY) && used <= (ceiling ?? Number.POSITIVE_INFINITY)
  );
}

/** Whether a process may have been unaware of the last loss when it sent a command. */
function unaware(account: Account, { process, nth }: Sender): boolean {
  if (account.aware === null) return false;
  return nth <= (account.aware.get(process) ?? Number.POSITIVE_INFINITY);
}
