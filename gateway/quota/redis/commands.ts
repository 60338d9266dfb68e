import { dayOf, monthOf, monthStart } from '../../values/calendar.ts';
import type {
  Admit,
  Checkpoint,
  GiveBack,
  Item,
  Keep,
  LeasePart,
  Limits,
  UsageEpoch,
  UsageName,
  UsageRow,
} from '../contract.ts';
import { familiesNamed } from '../model/leases.ts';
import {
  accountKey,
  commandsKey,
  familyKey,
  holdsKey,
  keyWindowKey,
  leaseKey,
  leasesKey,
  monthKey,
  onceKey,
  rowCountField,
  sequenceKey,
  usageField,
} from './keys.ts';
import { limitsText, splitText } from './records.ts';

/** The input of a script: every key it touches, and its arguments. */
export interface ScriptCall {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

const DAY_SECONDS = 86_400;

/**
 * Days from the start of a month until its counters expire. By then it is settled and the last give-back has arrived.
 */
const MONTH_DAYS = 70;

/** A process recalls its last command within a day of sending it. */
const SEQUENCE_SECONDS = DAY_SECONDS;

/**
 * Commands that are retried until answered, possibly by a later process, must be recognised as long as their month
 * exists.
 */
const REPEATED_SECONDS = MONTH_DAYS * DAY_SECONDS;

/** When the counters of a month expire, in milliseconds since 1970. */
function expiryOf(month: string): number {
  return monthStart(month) + MONTH_DAYS * DAY_SECONDS * 1_000;
}

/** @param time the clock of the store in milliseconds; `null` is Redis's own */
export function admitCall(command: Admit, time: number | null = null): ScriptCall {
  const { client, process, sequence, at, limits, watermark, forced, items, lease } = command;
  const month = monthOf(at);
  const day = dayOf(at);
  const { order, kinds, families, rows, extras } = orderOf(client, items, day);
  const keep = forced ? REPEATED_SECONDS : SEQUENCE_SECONDS;
  const head = `${sequence} ${at} ${month} ${limits} ${forced ? 1 : 0} ${expiryOf(month)} ${keep} ${kinds.length} ${time ?? '-'} ${process} ${extras.length}`;
  const known =
    watermark &&
    `${watermark.epoch} ${watermark.base} ${watermark.admitted} ${watermark.creditsEpoch} ${watermark.creditsBase} ${watermark.creditsTaken}`;
  const part = lease === undefined ? '' : leaseText(lease, process, families);
  const reported = lease?.report?.rows ?? [];
  const holder = leaseKey(client, lease?.report?.holder ?? process);
  const counters = Array.from(families.keys(), (family) => familyKey(client, family));
  return {
    keys: [
      accountKey(client),
      monthKey(client, month),
      sequenceKey(client, process),
      leasesKey(client),
      holder,
      commandsKey(client, month),
      ...counters,
      ...extras,
    ],
    args: [
      head,
      known ?? '',
      order,
      part,
      ...kinds,
      ...rows.keys(),
      rowCountField(day),
      ...reported.flatMap((row) => [usageField(row), `${row.calls} ${row.units} ${place(families, row.family)}`]),
    ],
  };
}

/** The lease part in three lines: its numbers, the families that return tokens, and the wished tokens by family. */
function leaseText({ report, wish }: LeasePart, process: string, families: Map<string, number>): string {
  for (const row of report?.rows ?? []) place(families, row.family);
  const numbers = [
    report?.holder ?? process,
    report?.number ?? '-',
    report?.epoch ?? '-',
    report?.final ? 1 : 0,
    report?.rows.length ?? 0,
    wish?.number ?? '-',
    wish?.units ?? 0,
  ];
  const returned = (report?.families ?? []).map((family) => place(families, family));
  const tokens = (wish?.tokens ?? []).map(([family, count]) => `${place(families, family)} ${count}`);
  return `${numbers.join(' ')}\n${returned.join(' ')}\n${tokens.join(' ')}`;
}

/** The families of a command, in the order of their records in its script call. */
export function familiesOf({ items, lease }: Admit): Set<string> {
  const families = new Set(items.map(({ family }) => family));
  if (lease !== undefined) for (const family of familiesNamed(lease)) families.add(family);
  return families;
}

/**
 * The items of a command as distinct kinds and their order. Kinds refer to families and usage rows by position, from 1;
 * a probe has row 0.
 */
interface Order {
  readonly order: string;
  readonly kinds: readonly string[];
  readonly families: Map<string, number>;
  readonly rows: ReadonlyMap<string, number>;
  /** The keys of holds and idempotency keys. */
  readonly extras: readonly string[];
}

function orderOf(client: string, items: readonly Item[], day: string): Order {
  const families = new Map<string, number>();
  const rows = new Map<string, number>();
  const kinds: string[] = [];
  const firsts: Item[] = [];
  const order: number[] = [];
  const onces = new Map<string, number>();
  let isHeld = false;
  for (let start = 0, end = 0; start < items.length; start = end) {
    const item = items[start];
    if (item === undefined) break;
    for (end = start + 1; end < items.length && equal(item, items[end]); ) end += 1;
    let kind = firsts.findIndex((first) => equal(first, item));
    if (kind < 0) {
      kind = firsts.push(item) - 1;
      const { charge, cost: check, key, family, cap, calculator, status, probe } = item;
      const row = probe ? 0 : place(rows, usageField({ day, key, calculator, status }));
      let text = `${charge} ${check} ${place(families, family)} ${cap ?? '-'} ${row}`;
      const { hold, once } = item;
      if (hold !== undefined || once !== undefined) {
        isHeld = true;
        text += ` ${hold ?? '-'} ${once === undefined ? '- - -' : `${place(onces, once.key)} ${once.place} ${once.print}`}`;
      }
      kinds.push(text);
    }
    order.push(kind + 1, end - start);
  }
  const keys = Array.from(onces.keys(), (key) => onceKey(client, key));
  const extras = isHeld ? [holdsKey(client), keyWindowKey(client), ...keys] : NO_EXTRAS;
  return { order: order.join(' '), kinds, families, rows, extras };
}

const NO_EXTRAS: readonly string[] = [];

function equal(a: Item, b: Item | undefined): boolean {
  if (a === b) return true;
  return (
    b !== undefined &&
    a.key === b.key &&
    a.family === b.family &&
    a.calculator === b.calculator &&
    a.status === b.status &&
    a.charge === b.charge &&
    a.cost === b.cost &&
    a.cap === b.cap &&
    a.probe === b.probe &&
    a.hold === b.hold &&
    sameOnce(a.once, b.once)
  );
}

function sameOnce(a: Item['once'], b: Item['once']): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.key === b.key && a.print === b.print && a.place === b.place;
}

/** The position of a name, from 1; a new name is appended. */
function place(seen: Map<string, number>, name: string): number {
  const known = seen.get(name);
  if (known !== undefined) return known;
  seen.set(name, seen.size + 1);
  return seen.size;
}

/** @param byItself the clock of the store if a hold returns by itself; `-` is Redis's own */
export function giveBackCall(command: GiveBack, byItself: number | '-' | null = null): ScriptCall {
  const { client, process, sequence, month, day, epoch, split, key, family, calculator, status, hold, once } = command;
  const taken = usageField({ day, key, calculator, status: 'returned' });
  const became = usageField({ day, key, calculator, status });
  return {
    keys: [
      accountKey(client),
      monthKey(client, month),
      sequenceKey(client, process),
      familyKey(client, family),
      holdsKey(client),
      ...onceKeys(client, once),
    ],
    args: [
      byItself === null ? `${sequence}` : '0',
      month,
      epoch,
      splitText(split),
      taken,
      became,
      `${REPEATED_SECONDS}`,
      hold ?? '',
      placeText(once),
      `${byItself ?? '-'}`,
    ],
  };
}

export function keepCall({ client, month, epoch, hold, family, once }: Keep): ScriptCall {
  return {
    keys: [
      accountKey(client),
      monthKey(client, month),
      holdsKey(client),
      familyKey(client, family),
      ...onceKeys(client, once),
    ],
    args: [hold, epoch, placeText(once)],
  };
}

/** @param time the clock of the store in milliseconds; `null` is Redis's own */
export function dueHoldsCall(client: string, time: number | null): ScriptCall {
  return { keys: [holdsKey(client)], args: [`${time ?? '-'}`, `${REPEATED_SECONDS * 1000}`] };
}

function onceKeys(client: string, once: Item['once']): string[] {
  return once === undefined ? [] : [onceKey(client, once.key)];
}

function placeText(once: Item['once']): string {
  return once === undefined ? '' : `${once.place} ${once.print}`;
}

export function fenceCall(client: string, process: string, sequence: number): ScriptCall {
  return { keys: [sequenceKey(client, process)], args: [`${sequence}`, `${SEQUENCE_SECONDS}`, process] };
}

/** Fences a command and asks for its outcome. */
export function recallCall({ client, process, sequence, at }: Admit): ScriptCall {
  const { keys, args } = fenceCall(client, process, sequence);
  const month = monthOf(at);
  return { keys: [...keys, monthKey(client, month), commandsKey(client, month)], args };
}

export function writeLimitsCall(client: string, limits: Limits): ScriptCall {
  return { keys: [accountKey(client)], args: [`${limits.version}`, limitsText(limits)] };
}

/** Each counter that needs a new epoch takes the next one of `epochs`. `time` is as in {@link admitCall}. */
export function loadCall(
  client: string,
  month: string,
  checkpoint: Checkpoint,
  epochs: readonly [string, string],
  time: number | null = null,
): ScriptCall {
  const { months, credits, families, commands = [] } = checkpoint;
  return {
    keys: [
      ...[accountKey(client), monthKey(client, month), commandsKey(client, month)],
      ...families.map(({ family }) => familyKey(client, family)),
      ...Array.from(commands, ([process]) => sequenceKey(client, process)),
    ],
    args: [
      month,
      ...epochs,
      `${expiryOf(month)} ${time ?? '-'}`,
      `${months.length}`,
      `${credits.length}`,
      `${families.length}`,
      ...months.map(({ epoch, admitted, returned }) => `${epoch} ${splitText(admitted)} ${splitText(returned)}`),
      ...credits.map(({ epoch, taken, returned }) => `${epoch} ${taken} ${returned}`),
      ...families.map(({ units }) => `${units}`),
      ...Array.from(commands, ([process, sequence]) => `${process} ${sequence}`),
    ],
  };
}

export function tallyCall(client: string, month: string, rows: readonly UsageRow[]): ScriptCall {
  return {
    keys: [monthKey(client, month)],
    args: rows.flatMap((row) => [usageField(row), `${row.calls}`, `${row.units}`]),
  };
}

export function countersCall(client: string, month: string): ScriptCall {
  return { keys: [accountKey(client), monthKey(client, month), commandsKey(client, month)], args: [] };
}

export function usageCall({ client, month, epoch }: UsageEpoch, names: readonly UsageName[]): ScriptCall {
  return { keys: [monthKey(client, month)], args: [epoch, ...names.map(usageField)] };
}

/** Rows per page, approximately: a fraction of a millisecond for Redis. */
const ROWS_A_PAGE = 500;

export function usagePageCall({ client, month, epoch }: UsageEpoch, cursor: string | null): ScriptCall {
  return { keys: [monthKey(client, month)], args: [epoch, cursor ?? '0', `${ROWS_A_PAGE}`] };
}
