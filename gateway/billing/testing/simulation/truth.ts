import type { Folded } from '../../../quota/admission/floors.ts';
import type {
  Admit,
  AdmitAnswer,
  Floor,
  GiveBack,
  MonthCounter,
  MonthCounters,
  OverageMode,
  Snapshot,
  Split,
  Verdict,
} from '../../../quota/contract.ts';
import { units, usedUnits } from '../../../quota/model/affordability.ts';
import { FoldTable } from '../../../quota/testing/simulation/fold-table.ts';
import { Account, type Mark } from './account.ts';

/** A broken guarantee of the money. */
export class MoneyViolation extends Error {}

/** The truth about a month. What may be lost of its units may be lost of those of any kind. */
class Month {
  readonly units = new Account();
  included = 0;
  credits = 0;
  /** Included units beyond the quota, since it was greater when they were taken. */
  beyondQuota = 0;
}

/** The truth about every call of one client, kept beside the system, and what the system is held to at each of them. */
export class Truth {
  readonly months = new Map<string, Month>();
  /** Credits that calls have taken, over all months. */
  readonly spent = new Account();
  /** What SQL has to hold. */
  readonly fold = new FoldTable();
  lossy = false;
  #granted = 0;
  #quota = 0;
  #mode: OverageMode = 'block';
  /** Credits that were spent before they were charged back. */
  #beyondGranted = 0;
  /** What each process knows of the counters that it asked for last. */
  readonly #floors = new Map<string, Floor & { readonly month: string }>();
  readonly #marks = new WeakMap<MonthCounter, { readonly units: Mark; readonly spent: Mark }>();

  month(of: string): Month {
    let month = this.months.get(of);
    if (month === undefined) {
      month = new Month();
      this.months.set(of, month);
    }
    return month;
  }

  /** The sum of what was granted is another now. */
  granted(credits: number): void {
    this.#granted = credits;
    this.#beyondGranted = Math.max(0, this.#overspent());
  }

  /** The plan is another now. */
  planned(quota: number, mode: OverageMode): void {
    this.#quota = quota;
    this.#mode = mode;
    for (const month of this.months.values()) month.beyondQuota = Math.max(0, beyond(month, quota));
  }

  /** A command has run. */
  ran({ process, items }: Admit, answer: AdmitAnswer): void {
    if (answer.kind !== 'decided') return;
    const month = this.month(answer.month);
    answer.verdicts.forEach((verdict, index) => {
      const charge = verdict.outcome === 'admitted' ? items[index]?.charge : 0;
      if (units(verdict.split) !== charge) {
        throw new MoneyViolation(`a call took ${units(verdict.split)} units, not ${charge}`);
      }
      this.#take(month, process, verdict);
    });
  }

  #take(month: Month, process: string, { split, used, spendable }: Verdict): void {
    month.units.take(units(split), process);
    month.included += split.included;
    month.credits += split.credits;
    this.spent.take(split.credits, process);
    const { net } = month.units;
    if (!this.lossy && used !== net) throw new MoneyViolation(`${used} units are shown as used, ${net} were`);
    const paid = this.#mode === 'credits' ? split.credits === split.overage : split.credits === 0;
    if (!paid || (this.#mode === 'block' && split.overage > 0)) {
      throw new MoneyViolation(`a call of mode ${this.#mode} was paid like this: ${JSON.stringify(split)}`);
    }
    if (split.included > 0 && beyond(month, this.#quota) > month.beyondQuota) {
      throw new MoneyViolation(`${month.included} units were included, more than the quota and what may be lost`);
    }
    if (split.credits === 0) return;
    if (spendable < 0) throw new MoneyViolation('a credit was spent that was not there');
    if (this.#overspent() > this.#beyondGranted) {
      throw new MoneyViolation(`${this.spent.net} credits were spent, more than granted and what may be lost`);
    }
  }

  gaveBack({ month: name, split }: GiveBack, answer: 'returned' | 'gone' | 'duplicate'): void {
    const month = this.month(name);
    const arrived = month.units.giveBack(units(split), answer === 'returned');
    month.included -= split.included;
    month.credits -= split.credits;
    // No more credits are given back than the month shows as taken.
    this.spent.giveBack(split.credits, arrived);
    month.beyondQuota = Math.max(0, Math.min(month.beyondQuota, beyond(month, this.#quota)));
    this.#beyondGranted = Math.max(0, Math.min(this.#beyondGranted, this.#overspent()));
  }

  loaded(process: string, name: string, floor: Floor): void {
    this.#floors.set(process, { ...floor, month: name });
    this.month(name).units.loaded(process, floor.epoch);
    this.spent.loaded(process, floor.creditsEpoch);
  }

  /** Counters were read. */
  read(snapshot: MonthCounters): void {
    const { units: account } = this.month(snapshot.month);
    this.#marks.set(snapshot.counter, { units: account.mark, spent: this.spent.mark });
    const used = usedUnits(snapshot.counter);
    if (!this.lossy && used !== account.net) {
      throw new MoneyViolation(`the counters show ${used} units, ${account.net} were used`);
    }
  }

  /** A process has saved a snapshot, and was told what SQL holds by now. */
  saved(process: string, snapshot: Snapshot): void {
    const marks = this.#marks.get(snapshot.counter);
    if (marks !== undefined) {
      this.month(snapshot.month).units.folded(marks.units);
      this.spent.folded(marks.spent);
    }
    this.#told(process, this.fold.save(snapshot));
  }

  /** Of counters other than its own that makes it load what there is. */
  #told(process: string, { month, counter, credits }: Folded): void {
    const floor = this.#floors.get(process);
    if (floor?.month !== month) return;
    if (floor.epoch !== counter.epoch || floor.creditsEpoch !== credits.epoch) {
      this.#floors.delete(process);
      return;
    }
    const admitted = Math.max(floor.admitted, units(counter.admitted));
    this.#floors.set(process, { ...floor, admitted, creditsTaken: Math.max(floor.creditsTaken, credits.taken) });
    const { units: account } = this.month(month);
    if (account.epoch === floor.epoch) account.learned(process);
    if (this.spent.epoch === floor.creditsEpoch) this.spent.learned(process);
  }

  /** The store has lost data; SQL has not. */
  lost(client: string): void {
    this.lossy = true;
    for (const [name, { units: account }] of this.months) {
      const { months } = this.fold.read(client, name);
      const held = units(months.find(({ epoch }) => epoch === account.epoch)?.admitted ?? NOTHING);
      account.lose(
        this.#knowing(({ month, epoch, admitted }) => month === name && epoch === account.epoch && admitted === held),
      );
    }
    const { credits } = this.fold.read(client, '');
    const taken = credits.find(({ epoch }) => epoch === this.spent.epoch)?.taken ?? 0;
    this.spent.lose(
      this.#knowing(({ creditsEpoch, creditsTaken }) => creditsEpoch === this.spent.epoch && creditsTaken === taken),
    );
  }

  /** What SQL must hold of a month once everything is folded, as far as losses leave it to be known. */
  hold(name: string, { used, credits }: { readonly used: number; readonly credits: number }): void {
    const { units: account, credits: spent } = this.month(name);
    holdWithin(`units of ${name}`, used, account.net, account);
    holdWithin(`credits of ${name}`, credits, spent, account);
  }

  /** The same of the credits over all months. */
  holdSpent(credits: number): void {
    holdWithin('credits of all months', credits, this.spent.net, this.spent);
  }

  #knowing(current: (floor: Floor & { readonly month: string }) => boolean): string[] {
    return [...this.#floors].filter(([, floor]) => current(floor)).map(([process]) => process);
  }

  #overspent(): number {
    return this.spent.net - this.#granted - this.spent.taken.mayBeLost;
  }
}

const NOTHING: Split = { included: 0, overage: 0, credits: 0 };

function beyond({ included, units: account }: Month, quota: number): number {
  return included - quota - account.taken.mayBeLost;
}

/** Of what was taken no more is missing than may be lost, and no more is charged than give-backs may be. */
function holdWithin(what: string, held: number, net: number, { taken, returned }: Account): void {
  if (held >= net - taken.mayBeLost && held <= net + returned.mayBeLost) return;
  const bounds = `${taken.mayBeLost} taken and ${returned.mayBeLost} given back may be lost`;
  throw new MoneyViolation(`${what}: ${net} were used, SQL has ${held}, and ${bounds}`);
}
