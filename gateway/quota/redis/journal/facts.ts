import { z } from 'zod';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import type { Replay } from '../../admission/replay.ts';
import type { Admit, GiveBack, Keep, LeasedRow } from '../../contract.ts';
import { isNamed } from '../../model/named-rows.ts';

/** What the journal of a process records: calls of leases, and facts about outages. Repeating one changes nothing. */
export type Fact = LeasedUse | OutageFact;

export type OutageFact =
  /** An unanswered command: it may have run or may still run. */
  | { readonly kind: 'doubt'; readonly command: Admit }
  /** Calls of a command in doubt that were answered anyway, by their positions. */
  | {
      readonly kind: 'answered';
      readonly client: string;
      readonly sequence: number;
      readonly indexes: readonly number[];
    }
  /** The outcome of the client's command in doubt is known. The facts behind it say what follows. */
  | { readonly kind: 'resolved'; readonly client: string }
  | Owed;

/** A command that the store must get, and may have got. It has an effect once, however often it is sent. */
export type Owed =
  /** Counts answered calls. */
  | { readonly kind: 'count'; readonly command: Replay }
  /** Charges a forwarded call that the store holds. */
  | { readonly kind: 'keep'; readonly command: Keep }
  /** Returns units that the store took for a call that was not charged after all. */
  | { readonly kind: 'return'; readonly command: GiveBack };

const whole = z.int().nonnegative();
export const splitSchema = z.object({ included: whole, overage: whole, credits: whole });
export const statusSchema = z.enum(['2xx', '4xx', '5xx', '401', '403', '429', 'returned']);
export const onceSchema = z.object({ key: z.string(), print: z.string(), place: whole });

export const itemSchema = z.object({
  charge: whole,
  cost: whole,
  key: z.string(),
  family: z.string(),
  cap: whole.nullable(),
  calculator: z.string(),
  status: statusSchema,
  probe: z.literal(true).exactOptional(),
  hold: whole.exactOptional(),
  once: onceSchema.exactOptional(),
});

const row = z.object({
  day: z.string(),
  key: z.string(),
  calculator: z.string(),
  status: statusSchema,
  calls: whole,
  units: whole,
  family: z.string(),
});
const lease = z.object({
  report: z
    .object({
      holder: z.string(),
      number: whole,
      epoch: z.string(),
      rows: z.array(row).readonly(),
      final: z.boolean(),
      families: z.array(z.string()).readonly(),
    })
    .nullable(),
  wish: z
    .object({ number: whole, units: whole, tokens: z.array(z.tuple([z.string(), whole]).readonly()).readonly() })
    .nullable(),
});

const replay = z.object({
  client: z.string(),
  process: z.string(),
  sequence: whole,
  at: whole,
  limits: whole,
  items: z.array(itemSchema).readonly(),
  lease: lease.exactOptional(),
});
export const admitSchema = replay.extend({
  watermark: z
    .object({
      epoch: z.string(),
      base: z.int(),
      admitted: whole,
      creditsEpoch: z.string(),
      creditsBase: z.int(),
      creditsTaken: whole,
    })
    .nullable(),
  forced: z.boolean(),
});
const place = {
  ...{ client: z.string(), month: z.string(), day: z.string(), epoch: z.string(), split: splitSchema },
  ...{ key: z.string(), family: z.string(), calculator: z.string(), once: onceSchema.exactOptional() },
};
export const keepSchema = z.object({ ...place, hold: z.string() });
const giveBack = z.object({
  ...place,
  ...{ process: z.string(), sequence: whole, at: whole, status: statusSchema, hold: z.string().exactOptional() },
});

const shortRow = z.tuple([z.string(), z.string(), z.string(), z.string(), statusSchema, whole, whole]);
const use = z
  .tuple([z.string(), whole, z.string(), z.string(), z.array(shortRow), whole.optional()])
  .transform(([client, number, month, epoch, rows, limits]): LeasedUse => {
    const named = rows.map(([day, key, family, calculator, status, calls, units]) => {
      return { day, key, family, calculator, status, calls, units };
    });
    return { client, number, month, epoch, rows: named, ...(limits !== undefined && { limits }) };
  });
const fact = z.union([
  use,
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('doubt'), command: admitSchema }),
    z.object({
      kind: z.literal('answered'),
      ...{ client: z.string(), sequence: whole, indexes: z.array(whole).readonly() },
    }),
    z.object({ kind: z.literal('resolved'), client: z.string() }),
    z.object({ kind: z.literal('count'), command: replay }),
    z.object({ kind: z.literal('keep'), command: keepSchema }),
    z.object({ kind: z.literal('return'), command: giveBack }),
  ]),
]);
const record = z.array(fact);

/** Facts as the payload of a journal record. The uses of leases are arrays, because names would be most of the bytes. */
export function recordOf(facts: readonly Fact[]): string {
  return `[${facts.map((fact) => ('kind' in fact ? JSON.stringify(fact) : textOfUse(fact))).join(',')}]`;
}

function textOfUse(use: LeasedUse): string {
  const { rows, limits, written } = use;
  const [row] = rows;
  if (row === undefined || rows.length > 1 || limits !== undefined || written === undefined) {
    return JSON.stringify(shortUse(use));
  }
  const numbers = `${row.calls},${row.units}]]]`;
  if (!hasNamesOf(written.use, use, row)) {
    written.use = use;
    written.text = JSON.stringify(shortUse(use)).slice(0, -numbers.length);
  }
  return written.text + numbers;
}

/** Whether another use of the same lease, also of one row, differs in the numbers of calls and units at most. */
function hasNamesOf(other: LeasedUse | null, { month, epoch }: LeasedUse, row: LeasedRow): boolean {
  const of = other?.rows[0];
  if (other === null || of === undefined || other.month !== month || other.epoch !== epoch) return false;
  return isNamed(of, row.day, row.key, row.calculator, row.status) && of.family === row.family;
}

function shortUse({ client, number, month, epoch, rows, limits }: LeasedUse): unknown[] {
  const values = rows.map(({ day, key, family, calculator, status, calls, units }) => {
    return [day, key, family, calculator, status, calls, units];
  });
  return [client, number, month, epoch, values, ...(limits === undefined ? [] : [limits])];
}

/**
 * Reads the payload of a journal record.
 *
 * @throws if neither this version nor an earlier one wrote it
 */
export function readRecord(payload: string): Fact[] {
  return record.parse(JSON.parse(payload));
}
