import type { CheckpointedCounters } from '../../../quota/admission/watermarks.ts';
import type {
  Admit,
  AdmitAnswer,
  GiveBack,
  MonthCounter,
  MonthCounters,
  OverageMode,
  Snapshot,
  UnitBreakdown,
  Verdict,
  Watermark,
} from '../../../quota/contract.ts';
import { units, usedUnits } from '../../../quota/model/affordability.ts';
import { CheckpointTable } from '../../../quota/testing/simulation/checkpoint-table.ts';
import { Account, type Mark } from './account.ts';

/** A violated guarantee about the money. */
export class MoneyViolation extends Error {}

/** The true values of a month. Units that may be lost may be of any kind. */
class Month {
  readonly units = new Account();
  included = 0;
  credits = 0;
  /** Included units beyond the current quota, taken when the quota was larger. */
  beyondQuota = 0;
}

/** Tracks every call of one client independently of the system, and checks the system against it. */
export class Truth {
  readonly months = new Map<string, Month>();
  /** Credits taken by calls over all months. */
  readonly spent = new Account();
  /** The checkpoints that SQL must hold. */
  readonly checkpoint = new CheckpointTable();
  lossy = false;
  #granted = 0;
  #quota = 0;
  #mode: OverageMode = 'block';
  /** Credits spent before they were charged back. */
  #beyondGranted = 0;
  /** Each process's watermark of the counters that it loaded last. */
  readonly #watermarks = new Map<string, Watermark & { readonly month: string }>();
  readonly #marks = new WeakMap<MonthCounter, { readonly units: Mark; readonly spent: Mark }>();

  month(of: string): Month {
    let month = this.months.get(of);
    if (month === undefined) {
      month = new Month();
      this.months.set(of, month);
    }
    return month;
  }

  /** Sets the total of granted credits. */
  granted(credits: number): void {
    this.#granted = credits;
    this.#beyondGranted = Math.max(0, this.#overspent());
  }

  /** Sets the plan's quota and mode. */
  planned(quota: number, mode: OverageMode): void {
    this.#quota = quota;
    this.#mode = mode;
    for (const month of this.months.values()) month.beyondQuota = Math.max(0, beyond(month, quota));
  }

  /** Records an executed command. */
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
    // A month never returns more credits than it shows as taken.
    this.spent.giveBack(split.credits, arrived);
    month.beyondQuota = Math.max(0, Math.min(month.beyondQuota, beyond(month, this.#quota)));
    this.#beyondGranted = Math.max(0, Math.min(this.#beyondGranted, this.#overspent()));
  }

  loaded(process: string, name: string, watermark: Watermark): void {
    this.#watermarks.set(process, { ...watermark, month: name });
    this.month(name).units.loaded(process, watermark.epoch);
    this.spent.loaded(process, watermark.creditsEpoch);
  }

  /** Records a read of the counters. */
  read(snapshot: MonthCounters): void {
    const { units: account } = this.month(snapshot.month);
    this.#marks.set(snapshot.counter, { units: account.mark, spent: this.spent.mark });
    const used = usedUnits(snapshot.counter);
    if (!this.lossy && used !== account.net) {
      throw new MoneyViolation(`the counters show ${used} units, ${account.net} were used`);
    }
  }

  /** Records a saved snapshot; the process learns what SQL now holds. */
  saved(process: string, snapshot: Snapshot): void {
    const marks = this.#marks.get(snapshot.counter);
    if (marks !== undefined) {
      this.month(snapshot.month).units.checkpointed(marks.units);
      this.spent.checkpointed(marks.spent);
    }
    this.#learn(process, this.checkpoint.save(snapshot));
  }

  /** Updates the process's watermark; other counters than its own make it load again. */
  #learn(process: string, { month, counter, credits }: CheckpointedCounters): void {
    const watermark = this.#watermarks.get(process);
    if (watermark?.month !== month) return;
    if (watermark.epoch !== counter.epoch || watermark.creditsEpoch !== credits.epoch) {
      this.#watermarks.delete(process);
      return;
    }
    const admitted = Math.max(watermark.admitted, units(counter.admitted));
    this.#watermarks.set(process, {
      ...watermark,
      admitted,
      creditsTaken: Math.max(watermark.creditsTaken, credits.taken),
    });
    const { units: account } = this.month(month);
    if (account.epoch === watermark.epoch) account.learned(process);
    if (this.spent.epoch === watermark.creditsEpoch) this.spent.learned(process);
  }

  /** Records that the store lost data; SQL did not. */
  lost(client: string): void {
    this.lossy = true;
    for (const [name, { units: account }] of this.months) {
      const { months } = this.checkpoint.read(client, name);
      const held = units(months.find(({ epoch }) => epoch === account.epoch)?.admitted ?? NOTHING);
      account.lose(
        this.#knowing(({ month, epoch, admitted }) => month === name && epoch === account.epoch && admitted === held),
      );
    }
    const { credits } = this.checkpoint.read(client, '');
    const taken = credits.find(({ epoch }) => epoch === this.spent.epoch)?.taken ?? 0;
    this.spent.lose(
      this.#knowing(({ creditsEpoch, creditsTaken }) => creditsEpoch === this.spent.epoch && creditsTaken === taken),
    );
  }

  /** Checks a fully checkpointed month in SQL, within the bounds of possible losses. */
  hold(name: string, { used, credits }: { readonly used: number; readonly credits: number }): void {
    const { units: account, credits: spent } = this.month(name);
    holdWithin(`units of ${name}`, used, account.net, account);
    holdWithin(`credits of ${name}`, credits, spent, account);
  }

  /** Checks the credits over all months in the same way. */
  holdSpent(credits: number): void {
    holdWithin('credits of all months', credits, this.spent.net, this.spent);
  }

  #knowing(current: (watermark: Watermark & { readonly month: string }) => boolean): string[] {
    return [...this.#watermarks].filter(([, watermark]) => current(watermark)).map(([process]) => process);
  }

  #overspent(): number {
    return this.spent.net - this.#granted - this.spent.taken.mayBeLost;
  }
}

const NOTHING: UnitBreakdown = { included: 0, overage: 0, credits: 0 };

function beyond({ included, units: account }: Month, quota: number): number {
  return included - quota - account.taken.mayBeLost;
}

/** No more taken units are missing than may be lost, and no more are overcharged than lost give-backs explain. */
function holdWithin(what: string, held: number, net: number, { taken, returned }: Account): void {
  if (held >= net - taken.mayBeLost && held <= net + returned.mayBeLost) return;
  const bounds = `${taken.mayBeLost} taken and ${returned.mayBeLost} given back may be lost`;
  throw new MoneyViolation(`${what}: ${net} were used, SQL has ${held}, and ${bounds}`);
}
