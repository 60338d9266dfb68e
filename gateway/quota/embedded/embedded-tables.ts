import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { InstallationStart } from '../../values/installation-start.ts';
import { TakenOver } from '../../values/taken-over.ts';
import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from '../contract.ts';
import { type Hold, KEY_MS, type KeyRecord, type KeyWindow } from '../model/holds.ts';
import { SmallMap } from '../model/small-map.ts';
import { PassingMap } from '../passing-map.ts';
import { integer, integerOrNull, type Row, text, word } from './embedded-values.ts';

const MODES = ['block', 'credits', 'soft'] as const;
const STATUS_CLASSES = ['2xx', '4xx', '5xx', '401', '403', '429', 'returned'] as const;

export interface ClientMonth {
  readonly client: string;
  readonly month: string;
}

/** The sort position of a usage row among the rows of its client. */
export type UsagePlace = readonly [day: string, key: string, calculator: string, status: string];

/** The values of a row, in the order of its table's columns. */
export type Values = readonly (string | number | null)[];

/** The start that owns the counter file. */
export interface CounterOwner extends InstallationStart {
  /** Whether it stopped after everything it counted was in the tables. */
  readonly stopped: boolean;
}

/** Reads and writes the rows of the counter file as the model's records. */
export class CounterTables {
  readonly #db: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  /**
   * Reads within one transaction: the first read takes the lock of the file, which costs as much as a read, and the others
   * need not.
   */
  reading(work: () => void): void {
    this.#statements.begin.run();
    try {
      work();
    } finally {
      // A failed read may have ended it.
      if (this.#db.isTransaction) this.#statements.commit.run();
    }
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

  /** Clients and months with counters after `after`, in order; at most `limit`. */
  clientMonths(after: ClientMonth, limit: number): ClientMonth[] {
    return this.#statements.readClientMonths
      .all(after.client, after.month, limit)
      .map((row) => ({ client: text(row, 'client'), month: text(row, 'month') }));
  }

  /**
   * Removes months and their usage, about `limit` rows at most, and takes finished months off the list. Deletes the
   * month's own row last, so that an interrupted removal can find the remaining usage.
   *
   * @returns whether rows remain
   */
  remove(months: ClientMonth[], limit: number): boolean {
    let room = limit;
    for (let of = months.at(-1); of !== undefined && room > 0; of = months.at(-1)) {
      const { client, month } = of;
      const removed = Number(this.#statements.removeUsage.run(client, client, month, `${month}~`, room).changes);
      if (removed === room) return true;
      this.#statements.removeMonth.run(client, month);
      months.pop();
      room -= removed + 1;
    }
    return months.length > 0;
  }

  /** The families of keys of a client. */
  families(client: string): SmallMap<FamilyCounter> {
    const families = new SmallMap<FamilyCounter>();
    for (const row of this.#statements.readFamilies.all(client)) {
      const counter = { tat: integer(row, 'tat'), month: text(row, 'month'), units: integer(row, 'units') };
      families.set(text(row, 'key'), counter);
    }
    return families;
  }

  /** Every hold. A hold in the tables was written by this version or an earlier one. */
  holds(): { client: string; name: string; hold: Hold }[] {
    return this.#statements.readHolds
      .all()
      .map((row) => ({ client: text(row, 'client'), name: text(row, 'name'), hold: JSON.parse(text(row, 'hold')) }));
  }

  /** The holds of a client, and how many idempotency keys are new; members without a row are absent. */
  heldOf(client: string): { holds?: PassingMap<string, Hold>; keyWindow?: KeyWindow } {
    const holds = this.#statements.readHoldsOf.all(client);
    const window = this.#statements.readKeyWindow.get(client);
    return {
      ...(holds.length > 0 && {
        holds: new PassingMap(holds.map((row) => [text(row, 'name'), JSON.parse(text(row, 'hold'))])),
      }),
      ...(window && { keyWindow: { since: integer(window, 'since'), count: integer(window, 'count') } }),
    };
  }

  idempotencyKey(client: string, key: string): KeyRecord | null {
    const row = this.#statements.readKey.get(client, key);
    if (row === undefined) return null;
    return { print: text(row, 'print'), at: integer(row, 'at'), places: text(row, 'places') };
  }

  /** The usage rows of a day. */
  usage(client: string, day: string): UsageRow[] {
    return this.#statements.readUsage.all(client, day).map(usageRow);
  }

  /** Usage rows of a month after `after`, in order; at most `limit`. */
  usageAfter(client: string, month: string, after: UsagePlace, limit: number): UsageRow[] {
    return this.#statements.readUsageAfter.all(client, ...after, `${month}~`, limit).map(usageRow);
  }

  /** Number of the last journal record whose changes the tables contain; 0 if there is none. */
  lastRecord(): number {
    const row = this.#statements.readLastRecord.get();
    return row === undefined ? 0 : integer(row, 'last');
  }

  writeLastRecord(last: number): void {
    this.#statements.writeLastRecord.run(last);
  }

  /** The start that owns the file; `null` in a file of an earlier release. */
  owner(): CounterOwner | null {
    const row = this.#statements.readOwner.get();
    if (row === undefined) return null;
    return { installation: text(row, 'id'), start: integer(row, 'start'), stopped: integer(row, 'stopped') === 1 };
  }

  writeOwner({ installation, start, stopped }: CounterOwner): void {
    this.#statements.writeOwner.run(installation, start, stopped ? 1 : 0);
  }

  /** Needs the transaction that writes. @throws TakenOver if another start owns the file; `null` stands for none */
  checkOwner(start: number | null): void {
    if (start === null || this.owner()?.start === start) return;
    throw new TakenOver('another gateway has taken over counters.sqlite');
  }

  writeLimits(values: Values): void {
    this.#statements.writeLimits.run(...values);
  }

  writeCredits(values: Values): void {
    this.#statements.writeCredits.run(...values);
  }

  writeMonth(values: Values): void {
    this.#statements.writeMonth.run(...values);
  }

  writeFamily(values: Values): void {
    this.#statements.writeFamily.run(...values);
  }

  writeUsage(values: Values): void {
    this.#statements.writeUsage.run(...values);
  }

  writeHold(client: string, name: string, hold: Hold | null): void {
    if (hold === null) this.#statements.removeHold.run(client, name);
    else this.#statements.writeHold.run(client, name, JSON.stringify(hold));
  }

  /** Also removes keys that are forgotten by the time of this one. */
  writeKey(client: string, key: string, record: KeyRecord | null): void {
    if (record === null) {
      this.#statements.removeKey.run(client, key);
      return;
    }
    const { print, at, places } = record;
    this.#statements.writeKey.run(client, key, print, at, places);
    this.#statements.removeOldKeys.run(at - KEY_MS);
  }

  writeKeyWindow(values: Values): void {
    this.#statements.writeKeyWindow.run(...values);
  }

  /** Removes the usage of a month. */
  clearUsage(client: string, month: string): void {
    this.#statements.clearUsage.run(client, month, `${month}~`);
  }
}

function usageRow(row: Row): UsageRow {
  return {
    day: text(row, 'day'),
    key: text(row, 'key'),
    calculator: text(row, 'calculator'),
    status: word(row, 'status', STATUS_CLASSES),
    calls: integer(row, 'calls'),
    units: integer(row, 'units'),
  };
}

function prepare(db: DatabaseSync) {
  const of = (sql: string): StatementSync => db.prepare(sql);
  return {
    begin: of('BEGIN'),
    commit: of('COMMIT'),
    readLastRecord: of('SELECT last FROM journal'),
    writeLastRecord: of('INSERT OR REPLACE INTO journal (one, last) VALUES (1, ?)'),
    readOwner: of('SELECT * FROM installation'),
    writeOwner: of('INSERT OR REPLACE INTO installation VALUES (1, ?, ?, ?)'),
    readLimits: of('SELECT * FROM limits WHERE client = ?'),
    readCredits: of('SELECT * FROM credits WHERE client = ?'),
    readMonth: of('SELECT * FROM months WHERE client = ? AND month = ?'),
    readClientMonths: of(
      'SELECT client, month FROM months WHERE (client, month) > (?, ?) ORDER BY client, month LIMIT ?',
    ),
    removeMonth: of('DELETE FROM months WHERE client = ? AND month = ?'),
    removeUsage: of(
      `DELETE FROM usage WHERE client = ? AND (day, key, calculator, status) IN
        (SELECT day, key, calculator, status FROM usage WHERE client = ? AND day >= ? AND day < ? LIMIT ?)`,
    ),
    readFamilies: of('SELECT * FROM keys WHERE client = ?'),
    readUsage: of('SELECT * FROM usage WHERE client = ? AND day = ?'),
    readUsageAfter: of(
      `SELECT * FROM usage WHERE client = ? AND (day, key, calculator, status) > (?, ?, ?, ?) AND day < ?
        ORDER BY day, key, calculator, status LIMIT ?`,
    ),
    readHolds: of('SELECT * FROM holds'),
    readHoldsOf: of('SELECT * FROM holds WHERE client = ?'),
    readKey: of('SELECT * FROM idempotency_keys WHERE client = ? AND key = ?'),
    readKeyWindow: of('SELECT * FROM idempotency_windows WHERE client = ?'),
    writeHold: of('INSERT OR REPLACE INTO holds VALUES (?, ?, ?)'),
    removeHold: of('DELETE FROM holds WHERE client = ? AND name = ?'),
    writeKey: of('INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?)'),
    removeKey: of('DELETE FROM idempotency_keys WHERE client = ? AND key = ?'),
    removeOldKeys: of('DELETE FROM idempotency_keys WHERE at < ?'),
    writeKeyWindow: of('INSERT OR REPLACE INTO idempotency_windows VALUES (?, ?, ?)'),
    writeLimits: of('INSERT OR REPLACE INTO limits VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    writeCredits: of('INSERT OR REPLACE INTO credits VALUES (?, ?, ?, ?, ?)'),
    writeMonth: of('INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    writeFamily: of('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)'),
    writeUsage: of('INSERT OR REPLACE INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)'),
    clearUsage: of('DELETE FROM usage WHERE client = ? AND day >= ? AND day < ?'),
  };
}
