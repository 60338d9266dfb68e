import { z } from 'zod';
import { dayOf } from '../../../values/calendar.ts';
import type { Item } from '../../contract.ts';
import { usageId } from '../../model/state.ts';

/**
 * The entries of a process's journal, one per line: calls answered without a decision of the counter store, and what
 * was learned about them later. Reading the journal from the start yields the calls still to be counted.
 */

const whole = z.int().nonnegative();
const split = z.object({ included: whole, overage: whole, credits: whole });
const status = z.enum(['2xx', '4xx', '5xx', '401', '403', '429', 'returned']);

const once = z.object({ key: z.string(), print: z.string(), place: whole });

/** Lets journals of earlier releases be read: their name of a member, and ours. */
const renamed = (names: Readonly<Record<string, string>>) => (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))
    : value;

const readItem = z
  .object({
    charge: whole,
    cost: whole,
    key: z.string(),
    family: z.string().exactOptional(),
    cap: whole.nullable(),
    calculator: z.string(),
    status,
    probe: z.literal(true).exactOptional(),
    hold: whole.exactOptional(),
    once: once.exactOptional(),
  })
  // Journals of earlier releases name no family: then every key had its own counter.
  .transform((read) => ({ ...read, family: read.family ?? read.key }));
const item = z.preprocess(renamed({ check: 'cost' }), readItem);

const leasedRow = z.object({
  day: z.string(),
  key: z.string(),
  calculator: z.string(),
  status,
  calls: whole,
  units: whole,
  family: z.string(),
});
const leasePart = z.object({
  report: z
    .object({
      holder: z.string(),
      number: whole,
      epoch: z.string(),
      rows: z.array(leasedRow).readonly(),
      final: z.boolean(),
      families: z.array(z.string()).readonly(),
    })
    .nullable(),
  wish: z
    .object({ number: whole, units: whole, tokens: z.array(z.tuple([z.string(), whole]).readonly()).readonly() })
    .nullable(),
});

const readCommand = z.object({
  client: z.string(),
  process: z.string(),
  sequence: whole,
  at: whole,
  limits: whole,
  watermark: z
    .object({
      epoch: z.string(),
      // Journals of earlier releases have no bases. Only a first epoch meets such a watermark; any other is loaded.
      base: z.int().default(0),
      admitted: whole,
      creditsEpoch: z.string(),
      creditsBase: z.int().default(0),
      creditsTaken: whole,
    })
    .nullable(),
  forced: z.boolean(),
  items: z.array(item).readonly(),
  lease: leasePart.exactOptional(),
});
const command = z.preprocess(renamed({ floor: 'watermark' }), readCommand);

const entry = z.discriminatedUnion('kind', [
  /** `count` equal calls that are answered and charged, by this version of the limits. */
  z.object({ kind: z.literal('answered'), client: z.string(), at: whole, limits: whole, item, count: whole }),
  /** An unanswered command: it may have run or may still run. */
  z.object({ kind: z.literal('doubt'), command }),
  /** A call of a command in doubt that was answered anyway. */
  z.object({ kind: z.literal('answered-in-doubt'), client: z.string(), index: whole, id: whole.nullable() }),
  /** A forwarded call. Whether it is charged is not known yet. */
  z.object({ kind: z.literal('forwarded'), id: whole, client: z.string(), at: whole, limits: whole, item }),
  /** The forwarded call got a complete 2xx answer. */
  z.object({ kind: z.literal('kept'), id: whole }),
  /** A forwarded call that the counters had admitted is charged, but they could not be told. */
  z.object({
    kind: z.literal('keep'),
    command: z.object({
      client: z.string(),
      month: z.string(),
      day: z.string(),
      epoch: z.string(),
      hold: z.string(),
      split,
      key: z.string(),
      family: z.string(),
      calculator: z.string(),
      once: once.exactOptional(),
    }),
  }),
  /** The forwarded call got an answer that is not charged. */
  z.object({ kind: z.literal('released'), id: whole, at: whole, status }),
  /**
   * The outcome of a client's command in doubt: it never ran (`null`), or the units it took for each item (`null` for a
   * refused item).
   */
  z.object({
    kind: z.literal('resolved'),
    client: z.string(),
    at: whole,
    ran: z.object({ month: z.string(), epoch: z.string(), splits: z.array(split.nullable()).readonly() }).nullable(),
  }),
  /** Calls answered before this entry are sent in commands that contain none answered after it. */
  z.object({ kind: z.literal('sealed') }),
]);

export type Entry = z.output<typeof entry>;

export type Answered = Extract<Entry, { kind: 'answered' }>;

/** A call that must be on disk before it is answered. */
export interface NotedCall {
  readonly client: string;
  /** The instant that decides the call's day and month. */
  readonly at: number;
  /** Version of the limits that answers the call; older limits never price it. */
  readonly limits: number;
  readonly item: Item;
}

/** Identifies calls that count the same. */
export function groupOf({ client, at, limits, item }: NotedCall): string {
  return [client, dayOf(at), limits, usageId(item.key, item.calculator, item.status), item.charge].join('\n');
}

/** Whether an entry must be on disk before its call may be answered. Other entries record facts. */
export function isAsked({ kind }: Entry): boolean {
  return kind !== 'doubt' && kind !== 'released' && kind !== 'resolved' && kind !== 'sealed';
}

export function entryLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Parses a line. Returns `null` for an incomplete line: its calls were not answered. */
export function readEntry(line: string): Entry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return entry.parse(value);
}
