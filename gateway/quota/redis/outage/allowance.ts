import type { AdmissionRequest, Decision } from '../../admission/admission.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { type Item, type Limits, OUTAGE_PERCENT, type Outcome, type UnitBreakdown } from '../../contract.ts';
import { affordableUnits, creditsOf, NO_UNITS, payment, unaffordable } from '../../model/affordability.ts';
import type { AllowanceBook } from './allowance-book.ts';

/** Most clients whose last known balance is kept. */
const CAPACITY = 50_000;

/** What the store's last verdict showed of a client. Every call writes it, so it is written in place. */
interface Balance {
  month: string;
  used: number;
  spendable: number;
  /** The limits of that verdict. */
  limits: Limits;
  /** Whether the store itself has refused the call, and not for leases or reservations. */
  refused: boolean;
}

/** The allowance's decision on a call. */
export interface Granted {
  readonly outcome: Exclude<Outcome, 'burst'>;
  readonly split: UnitBreakdown;
  /** Units used, as far as this process knows. */
  readonly used: number;
  readonly spendable: number;
  /** True if the refusal may end with the outage. */
  readonly temporary: boolean;
}

/**
 * Units that a client may use while the store is away: its last known balance, but at most a part of its month, because
 * every process decides on its own knowledge. All processes of a `DATA_DIR` draw from one book of such allowances. Plans
 * without a limit are not limited here either.
 */
export class Allowance {
  readonly #book: AllowanceBook;
  readonly #process: string;
  readonly #known = new BoundedMap<string, Balance>(CAPACITY);
  /** Units that are drawn from the book and not used, by account. */
  readonly #drawn = new Map<string, number>();
  /** Draws that failed: they would fail again. */
  readonly #failed = new Map<string, { readonly allowance: number; readonly units: number }>();
  /** Units of answered calls that are not known to be counted, by client. */
  readonly #uncounted = new Map<string, number>();

  constructor(book: AllowanceBook, process: string) {
    this.#book = book;
    this.#process = process;
  }

  /** Remembers the balance shown by the store's verdict. */
  remember(client: string, { month, limits, verdict, onlyReservations }: Decision): void {
    const { outcome, used, spendable } = verdict;
    const refused = (outcome === 'month' || outcome === 'credits') && !onlyReservations;
    const known = this.#known.get(client);
    if (known === undefined) this.#known.set(client, { month, used, spendable, limits, refused });
    else {
      known.month = month;
      known.used = used;
      known.spendable = spendable;
      known.limits = limits;
      known.refused = refused;
    }
  }

  /** @throws if the book cannot be used */
  decide({ client, limits, item }: AdmissionRequest, month: string): Granted {
    const known = this.#known.get(client);
    const ofMonth = known?.month === month ? known : undefined;
    const before = ofMonth?.used ?? 0;
    const uncounted = this.#uncounted.get(client) ?? 0;
    const used = before + uncounted;
    const spendable = known === undefined ? 0 : spendableNow(known, limits) - creditsOf(limits, before, uncounted);
    const refused = (outcome: Granted['outcome'], temporary: boolean): Granted => {
      return { outcome, split: NO_UNITS, used, spendable, temporary };
    };
    const reason = ofMonth === undefined ? null : unaffordable(limits, used, spendable, item.cost);
    if (reason !== null) return refused(reason, !isFinal(ofMonth, limits));
    for (const { account, most, outcome } of accountsOf(client, month, item, limits, spendable)) {
      if (!this.#holds(account, partOf(most, limits), item.cost)) return refused(outcome, true);
    }
    const split = payment(limits, used, spendable, item.charge);
    return {
      outcome: 'admitted',
      split,
      used: used + item.charge,
      spendable: spendable - split.credits,
      temporary: false,
    };
  }

  /** Uses units of a call that `decide` has admitted. A negative sign returns them. */
  use(
    { client, limits, item }: Pick<AdmissionRequest, 'client' | 'limits' | 'item'>,
    month: string,
    sign: 1 | -1 = 1,
  ): void {
    const units = sign * item.charge;
    this.#uncounted.set(client, (this.#uncounted.get(client) ?? 0) + units);
    for (const { account } of accountsOf(client, month, item, limits, 0)) {
      this.#drawn.set(account, (this.#drawn.get(account) ?? 0) - units);
    }
  }

  /** All answered calls of this process are counted, and its draws will be released. */
  counted(): void {
    this.#drawn.clear();
    this.#failed.clear();
    this.#uncounted.clear();
  }

  /** Whether the process holds units of an account, or could draw them. */
  #holds(account: string, allowance: number, cost: number): boolean {
    const drawn = this.#drawn.get(account) ?? 0;
    if (drawn >= cost) return true;
    const units = cost - drawn;
    const failed = this.#failed.get(account);
    if (failed !== undefined && allowance <= failed.allowance && units >= failed.units) return false;
    const more = this.#book.draw(this.#process, account, allowance, units);
    if (more === 0) this.#failed.set(account, { allowance, units });
    else this.#drawn.set(account, drawn + more);
    return more > 0;
  }
}

/** The accounts of a call: its client's month, and the cap of its family. Without a limit there is none. */
function accountsOf(client: string, month: string, { family, cap }: Item, limits: Limits, spendable: number) {
  const accounts: { account: string; most: number; outcome: 'month' | 'cap' }[] = [];
  if (cap !== null) accounts.push({ account: `${client} ${month} ${family}`, most: cap, outcome: 'cap' });
  // Overage in mode `soft` is not limited, but the quota tells the size of the plan.
  const most = affordableUnits({ ...limits, mode: limits.mode === 'soft' ? 'block' : limits.mode }, 0, spendable);
  if (most !== Number.POSITIVE_INFINITY) accounts.push({ account: `${client} ${month}`, most, outcome: 'month' });
  return accounts;
}

function partOf(units: number, { outagePercent = OUTAGE_PERCENT }: Limits): number {
  return Math.ceil((units * outagePercent) / 100);
}

/** The credits left by the last verdict, with those granted or taken back since. */
function spendableNow({ spendable, limits: before }: Balance, { granted }: Limits): number {
  return spendable + granted - before.granted;
}

/** Whether the store has refused the client's last call by these limits. */
function isFinal(known: Balance | undefined, limits: Limits): boolean {
  return known?.refused === true && known.limits.version === limits.version;
}
