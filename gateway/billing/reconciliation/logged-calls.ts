import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import type { Reader } from '../../records/records.ts';
import { monthOf } from '../../values/calendar.ts';

/** Calls with a complete 2xx, by client. */
export type LoggedCalls = ReadonlyMap<string, number>;

/** A line of the call log; other lines of the log lack some of these. */
interface LogLine {
  readonly msg?: unknown;
  readonly time?: unknown;
  readonly status?: unknown;
  readonly client?: unknown;
  readonly path?: unknown;
}

/**
 * Counts the charged calls of a month in a log of the gateway. It leaves out the two routes of which a line is not a
 * call of one calculator: the batch and MCP.
 */
export async function readLoggedCalls(file: string, month: string): Promise<LoggedCalls> {
  const calls = new Map<string, number>();
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { msg, time, status, client, path } = parsed(text);
    if (msg !== 'call' || typeof client !== 'string' || typeof time !== 'number' || monthOf(time) !== month) continue;
    if (typeof status !== 'number' || status < 200 || status > 299 || typeof path !== 'string') continue;
    if (path.endsWith('/batch') || path.endsWith('/mcp')) continue;
    calls.set(client, (calls.get(client) ?? 0) + 1);
  }
  return calls;
}

/** The charged calls of a month in the usage rows, by client. */
export async function answeredCalls(db: Reader, month: string): Promise<LoggedCalls> {
  const calls = sql<number>`cast(coalesce(sum(case status when '2xx' then calls when 'returned' then -calls else 0 end),
    0) as bigint)`;
  const rows = await db
    .selectFrom('usage_fold')
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .groupBy('client_id')
    .select(['client_id as client', calls.as('calls')])
    .execute();
  return new Map(rows.map((row) => [row.client, row.calls]));
}

function parsed(text: string): LogLine {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? line : {};
  } catch {
    return {};
  }
}
