import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from './contract.ts';
import { integer, integerOrNull, text, word } from './embedded-values.ts';

const MODES = ['block', 'credits', 'soft'] as const;
const STATUS_CLASSES = ['2xx', '4xx', '5xx', '401', '403', '429', 'returned'] as const;

/** The rows of the counter file, read and written as the model's records. */
export class CounterTables {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: DatabaseSync) {
    this.#statements = prepare(db);
  }

  limits(client: string): Limits | null {
    const row = this.#statements.readLimits.get(client);
    if (row === undefined) return null;
    const q = integerOrNull(row, 'burst_q');
    return {
      version: integer(row, 'version'),
      quota: integerOrNull(row, 'quota'),
      burst: q === null ? null : { q, w: integer(row, 'burst_w') },
      mode: word(row, 'mode', MODES),
      granted: integer(row, 'granted'),
      ceiling: integerOrNull(row, 'ceiling'),
    };
  }

  credits(client: string): CreditCounter | null {
    const row = this.#statements.readCredits.get(client);
    if (row === undefined) return null;
    return {
      epoch: text(row, 'epoch'),
      base: integer(row, 'base'),
      taken: integer(row, 'taken'),
      returned: integer(row, 'returned'),
    };
  }

  month(client: string, month: string): MonthCounter | null {
    const row = this.#statements.readMonth.get(client, month);
    if (row === undefined) return null;
    const split = (of: string) => ({
      included: integer(row, `${of}_included`),
      overage: integer(row, `${of}_overage`),
      credits: integer(row, `${of}_credits`),
    });
    return { epoch: text(row, 'epoch'), base: split('base'), admitted: split('admitted'), returned: split('returned') };
  }

  /** Every client and month with counters. */
  clientMonths(): { client: string; month: string }[] {
    return this.#statements.readClientMonths
      .all()
      .map((row) => ({ client: text(row, 'client'), month: text(row, 'month') }));
  }

  /** Removes the counters of the months before one. */
  removeBefore(month: string): void {
    this.#statements.removeMonths.run(month);
    this.#statements.removeUsage.run(month);
  }

  /** The families of keys of a client, and the client's time. */
  families(client: string): { families: Map<string, FamilyCounter>; time: number } {
    const families = new Map<string, FamilyCounter>();
    let time = 0;
    for (const row of this.#statements.readFamilies.all(client)) {
      const counter = { tat: integer(row, 'tat'), month: text(row, 'month'), units: integer(row, 'units') };
      families.set(text(row, 'key'), counter);
      time = Math.max(time, integer(row, 'time'));
    }
    return { families, time };
  }

  /** The usage of a day, or of a month: the rows whose day starts with `prefix`. */
  usage(client: string, prefix: string): UsageRow[] {
    return this.#statements.readUsage.all(client, prefix, `${prefix}~`).map((row) => ({
      day: text(row, 'day'),
      key: text(row, 'key'),
      calculator: text(row, 'calculator'),
      status: word(row, 'status', STATUS_CLASSES),
      calls: integer(row, 'calls'),
      units: integer(row, 'units'),
    }));
  }

  writeCredits(client: string, { epoch, base, taken, returned }: CreditCounter): void {
    this.#statements.writeCredits.run(client, epoch, base, taken, returned);
  }

  /** `time` is the client's when the family was last drawn on. */
  writeFamily(client: string, time: number, family: string, { tat, month, units }: FamilyCounter): void {
    this.#statements.writeFamily.run(client, family, tat, time, month, units);
  }

  writeUsage(client: string, { day, key, calculator, status, calls, units }: UsageRow): void {
    this.#statements.writeUsage.run(client, day, key, calculator, status, calls, units);
  }

  /** Removes the usage of a month. */
  clearUsage(client: string, month: string): void {
    this.#statements.clearUsage.run(client, month, `${month}~`);
  }

  writeLimits(client: string, { version, quota, burst, mode, granted, ceiling }: Limits): void {
    this.#statements.writeLimits.run(
      client,
      version,
      quota,
      burst?.q ?? null,
      burst?.w ?? null,
      mode,
      granted,
      ceiling,
    );
  }

  writeMonth(client: string, month: string, { epoch, base, admitted, returned }: MonthCounter): void {
    this.#statements.writeMonth.run(
      client,
      month,
      epoch,
      base.included,
      base.overage,
      base.credits,
      admitted.included,
      admitted.overage,
      admitted.credits,
      returned.included,
      returned.overage,
      returned.credits,
    );
  }
}

function prepare(db: DatabaseSync) {
  const of = (sql: string): StatementSync => db.prepare(sql);
  return {
    readLimits: of('SELECT * FROM limits WHERE client = ?'),
    readCredits: of('SELECT * FROM credits WHERE client = ?'),
    readMonth: of('SELECT * FROM months WHERE client = ? AND month = ?'),
    readClientMonths: of('SELECT client, month FROM months'),
    removeMonths: of('DELETE FROM months WHERE month < ?'),
    removeUsage: of('DELETE FROM usage WHERE day < ?'),
    readFamilies: of('SELECT * FROM keys WHERE client = ?'),
    readUsage: of('SELECT * FROM usage WHERE client = ? AND day >= ? AND day < ?'),
    writeLimits: of('INSERT OR REPLACE INTO limits VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    writeCredits: of('INSERT OR REPLACE INTO credits VALUES (?, ?, ?, ?, ?)'),
    writeMonth: of('INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    writeFamily: of('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)'),
    writeUsage: of('INSERT OR REPLACE INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)'),
    clearUsage: of('DELETE FROM usage WHERE client = ? AND day >= ? AND day < ?'),
  };
}
