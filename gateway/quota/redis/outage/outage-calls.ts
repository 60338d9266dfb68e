import { dayOf, monthOf } from '../../../values/calendar.ts';
import type { AdmissionRequest, Reservation } from '../../admission/admission.ts';
import { Lease } from '../../admission/lease.ts';
import { ANY_EPOCH, inParts, type LeasedUse } from '../../admission/lease-journal.ts';
import type { Schedule } from '../../admission/schedule.ts';
import type { Admit, Keep, LeasedRow, StatusClass } from '../../contract.ts';
import type { Doubt } from '../journal/doubt.ts';
import type { Fact, OutageFact } from '../journal/facts.ts';
import { reportOfOutage } from '../journal/left-behind.ts';
import type { ProcessJournal } from '../journal/process-journal.ts';
import { UncountedCalls } from '../journal/uncounted-calls.ts';

/** A charged call that is answered without a decision of the counters. */
export interface OutageCall extends Pick<AdmissionRequest, 'client' | 'limits' | 'item'> {
  /** The instant that decides its day and month, in milliseconds since 1970. */
  readonly at: number;
  /** The command in doubt that carried it; `null` if none did. */
  readonly carried: Carried | null;
}

/** The position of a call in a command in doubt. */
export interface Carried {
  readonly doubt: Doubt;
  readonly index: number;
}

export interface OutageCallsOptions {
  /** Name of the process. */
  readonly process: string;
  readonly journal: Pick<ProcessJournal, 'keep' | 'append'>;
  readonly schedule: Pick<Schedule, 'turn'>;
}

interface OutageLease {
  readonly client: string;
  readonly lease: Lease;
}

/** What is recorded together at the end of a turn of the event loop. */
interface Turn {
  readonly rows: Map<Lease, { readonly client: string; readonly rows: Set<LeasedRow> }>;
  readonly facts: OutageFact[];
  readonly waiting: ((error: Error | null) => void)[];
}

/**
 * The calls that this process answers while the store is away. They are calls of leases, which the client's allowance
 * grants: a lease is of one month, and none of its calls knows newer limits. Calls of a command in doubt stand apart
 * until its outcome is known. Everything is recorded before an answer leaves.
 */
export class OutageCalls extends UncountedCalls {
  /** Calls that are being forwarded. They are charged if they get a complete 2xx answer. */
  readonly forwarded = new Map<Reservation, OutageCall>();
  readonly #options: OutageCallsOptions;
  /** Leases that are not reported, in order; of each client the last one may still be open. */
  #leases: OutageLease[] = [];
  readonly #open = new Map<string, Lease>();
  #number = 0;
  #turn: Turn | null = null;
  /** Facts on their way to the disk. */
  readonly #writing = new Set<OutageFact>();
  /** Calls of leases whose record is not written yet. */
  #unrecorded = 0;
  /** Whether facts could not be written: they are written with the next record. */
  #behind = false;

  constructor(options: OutageCallsOptions) {
    super();
    this.#options = options;
    options.journal.keep(() => this.#unsettled());
  }

  override get empty(): boolean {
    return super.empty && this.#leases.length + this.#writing.size + this.forwarded.size === 0;
  }

  override get calls(): number {
    let calls = super.calls;
    for (const { lease } of this.#leases) for (const row of lease.rows()) calls += row.calls;
    return calls;
  }

  /** Records a command without an answer. */
  doubt(command: Admit): void {
    const fact = { kind: 'doubt', command } as const;
    // Known at once, because its callers look up their positions next.
    this.apply(fact);
    this.learned([fact]);
  }

  /**
   * The position of a call in the unanswered command; `null` if that command was not sent. Callers are failed in order
   * and each asks once.
   */
  carried(client: string, sequence: number): Carried | null {
    const doubt = this.doubts.get(client);
    return doubt?.command.sequence === sequence ? { doubt, index: doubt.place() } : null;
  }

  /** Records a call to be answered. Resolves when it may be answered, rejects if it cannot be recorded. */
  async answered(call: OutageCall, now: number): Promise<void> {
    const { carried } = call;
    if (carried === null) return this.#take(call);
    carried.doubt.open.add(carried.index);
    return this.#end(carried, now, '2xx');
  }

  /** A call is forwarded. Nothing is recorded before its outcome is known. */
  forward(reservation: Reservation, call: OutageCall): void {
    this.forwarded.set(reservation, call);
    call.carried?.doubt.open.add(call.carried.index);
  }

  /** The forwarded call got a complete 2xx answer. Resolves when the answer may leave, rejects if it must not. */
  async kept(reservation: Reservation, call: OutageCall, now: number): Promise<void> {
    try {
      await this.answered(call, now);
    } finally {
      this.forwarded.delete(reservation);
    }
  }

  /** The forwarded call got a `status` answer that is not charged. */
  async released(reservation: Reservation, { carried }: OutageCall, now: number, status: StatusClass): Promise<void> {
    this.forwarded.delete(reservation);
    if (carried !== null) await this.#end(carried, now, status);
  }

  /** A call that the counters had admitted got a complete 2xx answer, but they cannot be told. As {@link kept}. */
  keep(command: Keep): Promise<void> {
    return this.#write({ kind: 'keep', command });
  }

  /** Closes the leases: their reports are owed. Leases with a call that is being recorded wait. */
  seal(): void {
    if (this.#unrecorded > 0) return;
    for (const use of usesOf(this.#leases)) {
      this.owed.add({ kind: 'count', command: reportOfOutage(this.#options.process, use) });
    }
    this.#leases = [];
    this.#open.clear();
  }

  /** Writes what waits for the end of the turn. */
  flush(): void {
    const turn = this.#turn;
    if (turn === null) return;
    this.#turn = null;
    const uses = Array.from(turn.rows, ([lease, { client, rows }]) => useOfRows(client, lease, valuesOf(lease, rows)));
    const { facts, waiting } = turn;
    for (const fact of facts) this.#writing.add(fact);
    this.#options.journal.append([...(this.#behind ? this.facts() : []), ...facts, ...uses], (error) => {
      this.#behind = error !== null;
      for (const fact of facts) this.#writing.delete(fact);
      for (const written of waiting) written(error);
    });
  }

  override async recorded(): Promise<void> {
    if (this.#turn === null && this.#writing.size === 0) return;
    const { waiting } = this.#thisTurn();
    // Whether or not the disk took it: only a successor would not know it.
    await new Promise<void>((resolve) => waiting.push(() => resolve()));
  }

  /** Records facts that are known already. */
  protected override learned(learned: readonly OutageFact[]): void {
    this.#thisTurn().facts.push(...learned);
  }

  /** A call of a command in doubt has ended. */
  async #end({ doubt, index }: Carried, now: number, status: StatusClass): Promise<void> {
    const { client, sequence } = doubt.command;
    try {
      if (status === '2xx' && !doubt.resolved)
        await this.#write({ kind: 'answered', client, sequence, indexes: [index] });
    } catch (error) {
      await this.#end({ doubt, index }, now, '5xx').catch(() => {});
      throw error;
    }
    // The outcome may have become known meanwhile.
    const owed = doubt.ended(index, now, status);
    if (owed !== null) await this.#write(owed);
  }

  #take(call: OutageCall): Promise<void> {
    const { client, item, at } = call;
    const lease = this.#leaseFor(call);
    const row = lease.take(item, dayOf(at));
    const { rows, waiting } = this.#thisTurn();
    const ofLease = rows.get(lease) ?? { client, rows: new Set() };
    rows.set(lease, ofLease);
    ofLease.rows.add(row);
    this.#unrecorded += 1;
    return new Promise((resolve, reject) => {
      waiting.push((error) => {
        this.#unrecorded -= 1;
        if (error === null) return resolve();
        lease.untake(item, row);
        reject(error);
      });
    });
  }

  #leaseFor({ client, limits, at }: OutageCall): Lease {
    const month = monthOf(at);
    const open = this.#open.get(client);
    if (open?.month === month && open.limits.version >= limits.version && !open.full) return open;
    this.#number += 1;
    const lease = new Lease({ number: this.#number, month, epoch: ANY_EPOCH, limits });
    this.#open.set(client, lease);
    this.#leases.push({ client, lease });
    return lease;
  }

  *#unsettled(): Generator<readonly Fact[]> {
    // Those that are sealed between two parts are owed, which the first part does not say.
    const leases = this.#leases;
    // In one part: the outcome of a command must not be recorded before the command.
    yield [...this.facts(), ...this.#writing];
    yield* inParts(usesOf(leases));
  }

  /** Applies a fact only after it is recorded. */
  #write(fact: OutageFact): Promise<void> {
    const { facts, waiting } = this.#thisTurn();
    facts.push(fact);
    return new Promise((resolve, reject) => {
      waiting.push((error) => {
        if (error !== null) return reject(error);
        this.apply(fact);
        resolve();
      });
    });
  }

  #thisTurn(): Turn {
    if (this.#turn === null) {
      this.#turn = { rows: new Map(), facts: [], waiting: [] };
      this.#options.schedule.turn(() => this.flush());
    }
    return this.#turn;
  }
}

function valuesOf(lease: Lease, rows: Iterable<LeasedRow>): LeasedRow[] {
  return Array.from(rows, (row) => lease.valueOf(row));
}

/** What leases have admitted, without those that admitted nothing. */
function* usesOf(leases: readonly OutageLease[]): Generator<LeasedUse> {
  for (const { client, lease } of leases) {
    const rows = lease.rows().filter(({ calls }) => calls > 0);
    if (rows.length > 0) yield useOfRows(client, lease, rows);
  }
}

function useOfRows(client: string, { number, month, epoch, limits }: Lease, rows: readonly LeasedRow[]): LeasedUse {
  return { client, number, month, epoch, rows, limits: limits.version };
}
