import { BoundedMap } from '../bounded-map.ts';
import type {
  ContainedCommands,
  CreditCounter,
  FamilyCounter,
  Limits,
  MonthCounter,
  TokenHold,
  UnitBreakdown,
  UsageRow,
} from '../contract.ts';
import type { Hold, KeyRecord, KeyWindow } from '../model/holds.ts';
import type { Lease, Reported } from '../model/leases.ts';
import { ROW_COUNT } from './keys.ts';

/** The records of a client as texts in Redis; `scripts/records.lua` describes their format. */

const MODES = ['block', 'credits', 'soft'] as const;
const STATUS_CLASSES = ['2xx', '4xx', '5xx', '401', '403', '429', 'returned'] as const;
const NONE = '-';

/** A value in Redis that this version did not write. */
export class CorruptRecord extends Error {
  override readonly name = 'CorruptRecord';

  constructor(text: string) {
    super(`not a record of this gateway in Redis: ${JSON.stringify(text)}`);
  }
}

/** Plans are few and every answer carries one: equal texts share one object. */
const limitsByText = new BoundedMap<string, Limits>(10_000);

export function readLimits(text: string): Limits {
  const known = limitsByText.get(text);
  if (known !== undefined) return known;
  const words = text.split(' ');
  const [version, quota, q, w, mode, granted, ceiling] = words;
  const limits: Limits = {
    version: integer(version, text),
    quota: integerOrNone(quota, text),
    burst: q === NONE ? null : { q: integer(q, text), w: integer(w, text) },
    mode: oneOf(MODES, mode, text),
    granted: integer(granted, text),
    ceiling: integerOrNone(ceiling, text),
  };
  limitsByText.set(text, limits);
  return limits;
}

export function limitsText({ version, quota, burst, mode, granted, ceiling }: Limits): string {
  return [version, quota ?? NONE, burst?.q ?? NONE, burst?.w ?? NONE, mode, granted, ceiling ?? NONE].join(' ');
}

export function readCredits(text: string): CreditCounter {
  const [epoch = '', base, taken, returned] = text.split(' ');
  return { epoch, base: integer(base, text), taken: integer(taken, text), returned: integer(returned, text) };
}

export function readCounter(text: string): MonthCounter {
  const words = text.split(' ');
  const split = (from: number): UnitBreakdown => ({
    included: integer(words[from], text),
    overage: integer(words[from + 1], text),
    credits: integer(words[from + 2], text),
  });
  return { epoch: words[0] ?? '', base: split(1), admitted: split(4), returned: split(7) };
}

export function readFamily(text: string): FamilyCounter {
  const [first = '', ...holds] = text.split(' |');
  const [tat, month = '', units] = first.split(' ');
  const family = { tat: integer(tat, text), month: month === NONE ? '' : month, units: integer(units, text) };
  return holds.length === 0 ? family : { ...family, holds: holds.map(readTokenHold) };
}

function readTokenHold(text: string): TokenHold {
  const [holder = '', number, tokens, until, interval] = text.split(' ');
  return {
    holder,
    number: integer(number, text),
    tokens: integer(tokens, text),
    until: integer(until, text),
    interval: integer(interval, text),
  };
}

/** An open lease as the others see it: its epoch, limits and rows do not matter to them. */
export function readOpenLease(text: string): { holder: string; lease: Omit<Lease, 'epoch' | 'limits' | 'rows'> } {
  const [holder = '', number, month = '', units, seen, asked] = text.split(' ');
  const lease = {
    number: integer(number, text),
    month,
    open: true,
    units: integer(units, text),
    seen: integer(seen, text),
    asked: integer(asked, text),
  };
  return { holder, lease };
}

/** The last lease of a process. */
export function readLease(text: string): Pick<Lease, 'number' | 'month' | 'epoch' | 'limits'> {
  const [number, month = '', epoch = '', ...limits] = text.split(' ');
  return { number: integer(number, text), month, epoch, limits: readLimits(limits.join(' ')) };
}

/** What a lease has reported for a row. */
export function readReported(text: string): Reported {
  const [calls, units] = text.split(' ');
  return { calls: integer(calls, text), units: integer(units, text) };
}

/** The commands that a month contains, given as alternating processes and values. */
export function readCommands(fields: readonly string[]): ContainedCommands {
  const commands = new Map<string, number>();
  for (let index = 0; index < fields.length; index += 2) {
    const [process = '', value = ''] = fields.slice(index, index + 2);
    commands.set(process, integer(value.split(' ')[0], value));
  }
  return commands;
}

/** A hold; `scripts/held-calls.lua` describes its format. */
export function readHold(text: string): Hold {
  const [head = '', family = '', once = '', day = '', key = '', calculator = ''] = text.split('\n');
  const [until, returned, month = '', epoch = '', included, overage, credits] = head.split(' ');
  const split = {
    included: integer(included, text),
    overage: integer(overage, text),
    credits: integer(credits, text),
  };
  const [onceKey = '', place, print = ''] = once.split(' ');
  return {
    ...{ month, day, epoch, split, key, family, calculator, until: integer(until, text) },
    once: once === '' ? null : { key: onceKey, place: integer(place, text), print },
    returned: returned === '1',
  };
}

export function readKeyRecord(text: string): KeyRecord {
  const [print = '', at, places = ''] = text.split(' ');
  return { print, at: integer(at, text), places };
}

export function readKeyWindow(text: string): KeyWindow {
  const [since, count] = text.split(' ');
  return { since: integer(since, text), count: integer(count, text) };
}

/** The usage rows among the fields of a month, given as alternating names and values. */
export function readUsageRows(fields: readonly string[]): UsageRow[] {
  const rows: UsageRow[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = fields.slice(index, index + 2);
    if (name !== 'counter' && !name.startsWith(ROW_COUNT)) rows.push(readUsage(name, value));
  }
  return rows;
}

/** Parses a usage row from the name and value of its field. */
function readUsage(name: string, text: string): UsageRow {
  const [day = '', key = '', calculator = '', status] = name.split('\n');
  const [calls, units] = text.split(' ');
  return {
    day,
    key,
    calculator,
    status: oneOf(STATUS_CLASSES, status, name),
    calls: integer(calls, text),
    units: integer(units, text),
  };
}

export function splitText({ included, overage, credits }: UnitBreakdown): string {
  return `${included} ${overage} ${credits}`;
}

export function integer(word: string | undefined, text: string): number {
  const value = Number(word);
  if (word === undefined || word === '' || !Number.isSafeInteger(value)) throw new CorruptRecord(text);
  return value;
}

function integerOrNone(word: string | undefined, text: string): number | null {
  return word === NONE ? null : integer(word, text);
}

function oneOf<W extends string>(words: readonly W[], word: string | undefined, text: string): W {
  const found = words.find((known) => known === word);
  if (found === undefined) throw new CorruptRecord(text);
  return found;
}
