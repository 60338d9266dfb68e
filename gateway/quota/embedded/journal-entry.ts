import type { CreditCounter, Limits, MonthCounter, UnitBreakdown, UsageRow } from '../contract.ts';
import type { Hold, KeyRecord, KeyWindow } from '../model/holds.ts';
import type { Changes } from '../model/state.ts';

type MonthValues = readonly [
  epoch: string,
  base: readonly [included: number, overage: number, credits: number],
  admitted: readonly [included: number, overage: number, credits: number],
  returned: readonly [included: number, overage: number, credits: number],
];

/**
 * The changes of one command to one client, as a journal record holds them: absolute values, without member names,
 * which would take most of the bytes.
 */
export type JournalEntry = readonly [
  client: string,
  /** Always 0. Earlier releases kept a time of the client here. */
  time: number,
  month: string,
  counter: MonthValues | null,
  credits: readonly [epoch: string, base: number, taken: number, returned: number] | null,
  limits: Limits | null,
  families: readonly (readonly [family: string, tat: number, month: string, units: number])[],
  usage: readonly (readonly [
    day: string,
    key: string,
    calculator: string,
    status: string,
    calls: number,
    units: number,
  ])[],
  /** 1 if the usage rows of the month are removed first. */
  clearsUsage: 0 | 1,
  /** Absent from most entries, and from those of earlier releases. */
  held?: HeldValues,
];

/** Changed holds and idempotency keys; `null` removes one. */
export interface HeldValues {
  readonly holds: readonly (readonly [name: string, hold: Hold | null])[];
  readonly keys: readonly (readonly [key: string, record: KeyRecord | null])[];
  readonly window: KeyWindow | null;
}

/** The entry of a command; `null` if it changes nothing that must survive the process. */
export function journalEntry(client: string, changes: Changes): JournalEntry | null {
  const { month, counter, credits, limits, families, usage, clearsUsage, holds, keys, keyWindow: window } = changes;
  const held = holds.size + keys.size > 0 || window !== null ? { holds: [...holds], keys: [...keys], window } : null;
  const isEmpty =
    held === null &&
    counter === null &&
    credits === null &&
    limits === null &&
    families.size === 0 &&
    usage.length === 0 &&
    !clearsUsage;
  if (isEmpty) return null;
  const entry = [
    client,
    0,
    month,
    counter === null ? null : monthValues(counter),
    credits === null ? null : creditValues(credits),
    limits,
    Array.from(families, ([family, { tat, month: of, units }]) => [family, tat, of, units] as const),
    usage.map(usageValues),
    clearsUsage ? 1 : 0,
  ] as const;
  return held === null ? entry : [...entry, held];
}

function monthValues({ epoch, base, admitted, returned }: MonthCounter): MonthValues {
  return [
    epoch,
    [base.included, base.overage, base.credits],
    [admitted.included, admitted.overage, admitted.credits],
    [returned.included, returned.overage, returned.credits],
  ];
}

/** The counter of a month, as an entry holds it. */
export function monthCounter([epoch, base, admitted, returned]: MonthValues): MonthCounter {
  return { epoch, base: breakdown(base), admitted: breakdown(admitted), returned: breakdown(returned) };
}

function breakdown([included, overage, credits]: MonthValues[1]): UnitBreakdown {
  return { included, overage, credits };
}

function creditValues({ epoch, base, taken, returned }: CreditCounter) {
  return [epoch, base, taken, returned] as const;
}

function usageValues({ day, key, calculator, status, calls, units }: UsageRow) {
  return [day, key, calculator, status, calls, units] as const;
}
