import { everyPage } from '../../records/page.ts';
import type { Reader } from '../../records/records.ts';
import { csvLine as writeLine } from '../../values/csv.ts';
import { isoTime } from '../../values/instant.ts';
import { type AuditEntry, type AuditFilter, listAudit } from './audit-list.ts';

/** Which audit entries to export, and in which format. */
export interface AuditExport {
  readonly clientId: string;
  readonly filter: AuditFilter;
  /** `csv`: RFC 4180 with a header row. `jsonl`: one JSON object per line. */
  readonly format: 'csv' | 'jsonl';
}

const ROWS_AT_ONCE = 500;

/** Yields a client's audit log, oldest entry first, in chunks of up to 500 entries. */
export async function* exportAudit(db: Reader, { clientId, filter, format }: AuditExport): AsyncGenerator<string> {
  if (format === 'csv') yield HEADING;
  const lineOf = format === 'csv' ? csvLine : jsonLine;
  const pages = everyPage((cursor) =>
    listAudit(db, clientId, filter, { cursor, limit: ROWS_AT_ONCE, first: 'oldest' }),
  );
  for await (const entries of pages) yield entries.map(lineOf).join('');
}

const HEADING = 'time,actor,action,record_kind,record_id,address,before,after\r\n';

function csvLine({ at, actor, action, record, address, before, after }: AuditEntry): string {
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  const time = isoTime(at);
  const cells = [time, actor, action, record.kind, record.id, address ?? '', json(before), json(after)];
  return writeLine(cells);
}

function jsonLine({ at, ...entry }: AuditEntry): string {
  return `${JSON.stringify({ time: isoTime(at), ...entry })}\n`;
}
