import type { DatabaseSync } from 'node:sqlite';
import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from '../contract.ts';
import { NO_CHANGES } from '../model/state.ts';
import { transaction, writeLines } from './bring-in.ts';
import type { CounterTables } from './embedded-tables.ts';
import { text } from './embedded-values.ts';
import { journalLine, journalLines } from './journal-lines.ts';
import { NewestLines } from './newest-lines.ts';

/** An entry of the table `log`, in which earlier releases kept what the tables lacked. */
type OldEntry = readonly [
  client: string,
  time: number,
  month: string,
  counter: MonthCounter | null,
  credits: CreditCounter | null,
  limits: Limits | null,
  families: readonly (readonly [string, FamilyCounter])[],
  usage: readonly UsageRow[],
];

/** Brings the log of an earlier release into the tables and drops it. */
export function bringInOldLog(db: DatabaseSync, tables: CounterTables): void {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log'").get() === undefined) return;
  const lines = new NewestLines();
  for (const row of db.prepare('SELECT entries FROM log ORDER BY sequence').iterate()) {
    for (const old of JSON.parse(text(row, 'entries')) as OldEntry[]) {
      const [client, _time, month, counter, credits, limits, families, usage] = old;
      const changes = { ...NO_CHANGES, month, counter, credits, limits, families: new Map(families), usage };
      for (const line of journalLines(Buffer.from(journalLine(client, changes)))) lines.take(line);
    }
  }
  transaction(db, () => {
    writeLines(lines, tables);
    db.exec('DROP TABLE log');
  });
}
