import { z } from 'zod';
import type { Item } from '../../contract.ts';
import { admitSchema, itemSchema, keepSchema, splitSchema, statusSchema } from './facts.ts';

/** The entries of the journals of earlier releases, one per line. No release writes them any more. */

const whole = z.int().nonnegative();

type Members = Readonly<Record<string, unknown>>;

/** Completes what a still earlier release wrote: members with other names, and members that it did not know. */
const completed = <S extends z.ZodType>(schema: S, complete: (read: Members) => Members) =>
  z.preprocess((value) => (typeof value === 'object' && value !== null ? complete({ ...value }) : value), schema);

// Without families every key had its own counter.
const item = completed(itemSchema, ({ check, ...read }) => ({ cost: check, family: read.key, ...read }));

// Without bases: only a first epoch meets such a watermark; any other is loaded.
const watermark = completed(admitSchema.shape.watermark, (read) => ({ base: 0, creditsBase: 0, ...read }));
const command = completed(admitSchema.extend({ watermark, items: z.array(item).readonly() }), ({ floor, ...read }) => ({
  watermark: floor,
  ...read,
}));

const call = { client: z.string(), at: whole, limits: whole, item };

const entry = z.discriminatedUnion('kind', [
  /** `count` equal calls that are answered and charged, by this version of the limits. */
  z.object({ kind: z.literal('answered'), ...call, count: whole }),
  z.object({ kind: z.literal('doubt'), command }),
  /** A call of a command in doubt that was answered anyway, or is forwarded under an id. */
  z.object({ kind: z.literal('answered-in-doubt'), client: z.string(), index: whole, id: whole.nullable() }),
  z.object({ kind: z.literal('forwarded'), id: whole, ...call }),
  /** The forwarded call got a complete 2xx answer. */
  z.object({ kind: z.literal('kept'), id: whole }),
  z.object({ kind: z.literal('keep'), command: keepSchema }),
  /** The forwarded call got an answer that is not charged. */
  z.object({ kind: z.literal('released'), id: whole, at: whole, status: statusSchema }),
  /** The units that a command in doubt took for each item (`null` for a refused one), or `null` if it never ran. */
  z.object({
    kind: z.literal('resolved'),
    client: z.string(),
    at: whole,
    ran: z
      .object({ month: z.string(), epoch: z.string(), splits: z.array(splitSchema.nullable()).readonly() })
      .nullable(),
  }),
  /** Calls answered before this entry were sent in commands that contain none answered after it. */
  z.object({ kind: z.literal('sealed') }),
]);

export type EarlierEntry = z.output<typeof entry>;

/** A call that was answered without the store. */
export interface EarlierCall {
  readonly client: string;
  readonly at: number;
  readonly limits: number;
  readonly item: Item;
}

/** Parses a line. Returns `null` for an incomplete line: its calls were not answered. */
export function readEarlierEntry(line: string): EarlierEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return entry.parse(value);
}
