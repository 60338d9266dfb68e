import { z } from 'zod';
import { dayOf } from '../../../values/calendar.ts';
import type { Item } from '../../contract.ts';
import { usageId } from '../../model/state.ts';

/**
 * What the journal of a process says, a line each: which calls were answered without the counter store having said so,
 * and what was found out about them since. Reading it from the start gives what is left to be counted.
 */

const whole = z.int().nonnegative();
const split = z.object({ included: whole, overage: whole, credits: whole });
const status = z.enum(['2xx', '4xx', '5xx', '401', '403', '429', 'returned']);

const item = z
  .object({
    charge: whole,
    check: whole,
    key: z.string(),
    family: z.string().exactOptional(),
    cap: whole.nullable(),
    calculator: z.string(),
    status,
    probe: z.literal(true).exactOptional(),
  })
  // Journals of earlier releases name no family: there every key has a counter of its own.
  .transform((read) => ({ ...read, family: read.family ?? read.key }));

const command = z.object({
  client: z.string(),
  process: z.string(),
  sequence: whole,
  at: whole,
  limits: whole,
  watermark: z
    .object({
      epoch: z.string(),
      // Journals of earlier releases have neither base: such a watermark is met by none but a first epoch, and loaded otherwise.
      base: z.int().default(0),
      admitted: whole,
      creditsEpoch: z.string(),
      creditsBase: z.int().default(0),
      creditsTaken: whole,
    })
    .nullable(),
  forced: z.boolean(),
  items: z.array(item).readonly(),
});

const entry = z.discriminatedUnion('kind', [
  /** `count` equal calls that are answered and charged, by limits of this version. */
  z.object({ kind: z.literal('answered'), client: z.string(), at: whole, limits: whole, item, count: whole }),
  /** A command without an answer: it may have run, or run yet. */
  z.object({ kind: z.literal('doubt'), command }),
  /** A call of a command in doubt that is answered all the same. */
  z.object({ kind: z.literal('answered-in-doubt'), client: z.string(), index: whole, id: whole.nullable() }),
  /** A call that is forwarded: whether it is charged is not known yet. */
  z.object({ kind: z.literal('forwarded'), id: whole, client: z.string(), at: whole, limits: whole, item }),
  /** The forwarded call was answered with a complete 2xx. */
  z.object({ kind: z.literal('kept'), id: whole }),
  /** The forwarded call became an answer that is not charged. */
  z.object({ kind: z.literal('released'), id: whole, at: whole, status }),
  /**
   * What became of a client's command in doubt: it never ran (`null`), or the units it took for each of its items
   * (`null` where it refused).
   */
  z.object({
    kind: z.literal('resolved'),
    client: z.string(),
    at: whole,
    ran: z.object({ month: z.string(), epoch: z.string(), splits: z.array(split.nullable()).readonly() }).nullable(),
  }),
  /** What was answered before goes to the counters in commands that hold nothing of what comes after. */
  z.object({ kind: z.literal('sealed') }),
]);

export type Entry = z.output<typeof entry>;

export type Answered = Extract<Entry, { kind: 'answered' }>;

/** A call that has to be on the disk before it is answered. */
export interface NotedCall {
  readonly client: string;
  /** The instant that says in which day and month it counts. */
  readonly at: number;
  /** The version of the limits by which it is answered: it is not paid by older ones. */
  readonly limits: number;
  readonly item: Item;
}

/** Calls of the same group differ in nothing that is counted. */
export function groupOf({ client, at, limits, item }: NotedCall): string {
  return [client, dayOf(at), limits, usageId(item.key, item.calculator, item.status), item.charge].join('\n');
}

/** Whether an entry asks that a call may be answered, where the others say what is so. */
export function isAsked({ kind }: Entry): boolean {
  return kind === 'answered' || kind === 'answered-in-doubt' || kind === 'forwarded';
}

export function entryLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** The entry of a line; `null` of a line that was not written to its end: its calls were not answered. */
export function readEntry(line: string): Entry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return entry.parse(value);
}
