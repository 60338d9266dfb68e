import { sql } from 'kysely';
import { z } from 'zod';
import { BoundedMap } from '../../quota/bounded-map.ts';
import { type Limits, OUTAGE_PERCENT } from '../../quota/contract.ts';
import type { Change, Reader } from '../../records/records.ts';
import type { ClientRow, PlanRow } from '../../records/tables.ts';
import { type Actor, recordChange } from '../../records/trail.ts';

const count = z.int().min(0);
const burst = z.strictObject({ q: z.int().min(1), w: z.int().min(1) });

/** The limits of a plan; `null` means unlimited (for `ceiling`: no ceiling). */
export const planFigures = z.strictObject({
  quota: count.nullable(),
  burst: burst.nullable(),
  mode: z.enum(['block', 'credits', 'soft']),
  ceiling: count.nullable(),
});

/** A client's own limits; an absent member follows the plan. */
export const limitOverrides = z.strictObject({
  quota: z.exactOptional(planFigures.shape.quota),
  burst: z.exactOptional(planFigures.shape.burst),
  mode: z.exactOptional(planFigures.shape.mode),
  ceiling: z.exactOptional(planFigures.shape.ceiling),
});

export type PlanFigures = Readonly<z.infer<typeof planFigures>>;
export type LimitOverrides = Readonly<z.infer<typeof limitOverrides>>;

export function figuresOf(plan: Pick<PlanRow, 'quota' | 'burst_q' | 'burst_w' | 'mode' | 'ceiling'>): PlanFigures {
  const { burst_q: q, burst_w: w } = plan;
  return {
    quota: plan.quota,
    burst: q === null || w === null ? null : { q, w },
    mode: plan.mode,
    ceiling: plan.ceiling,
  };
}

/** Limits that were read lately. Thousands of clients of a plan have the same, and share one object. */
const known = new BoundedMap<string, Limits>(1_000);

/** The limits in force: those of the plan, the client's overrides, and the granted credits. */
export function effectiveLimits(
  client: Pick<ClientRow, 'overrides' | 'limits_version' | 'own_ceiling'>,
  plan: Pick<PlanRow, 'quota' | 'burst_q' | 'burst_w' | 'mode' | 'ceiling'> & {
    readonly outage_percent?: number | null;
  },
  granted: number,
): Limits {
  const { overrides, limits_version, own_ceiling } = client;
  const { quota, burst_q, burst_w, mode, ceiling, outage_percent } = plan;
  const figures = [limits_version, own_ceiling, quota, burst_q, burst_w, mode, ceiling, outage_percent, granted];
  const name = `${figures.join()} ${overrides}`;
  let limits = known.get(name);
  if (limits === undefined) {
    limits = limitsInForce(client, plan, granted);
    known.set(name, limits);
  }
  return limits;
}

function limitsInForce(
  client: Parameters<typeof effectiveLimits>[0],
  plan: Parameters<typeof effectiveLimits>[1],
  granted: number,
): Limits {
  const overrides = limitOverrides.parse(JSON.parse(client.overrides));
  const figures = { ...figuresOf(plan), ...overrides };
  const ceiling = leastCeiling(figures.ceiling, client.own_ceiling);
  const outagePercent = plan.outage_percent ?? OUTAGE_PERCENT;
  const limits = { ...figures, ceiling, version: client.limits_version, granted };
  return Object.freeze(outagePercent === OUTAGE_PERCENT ? limits : { ...limits, outagePercent });
}

/** A client's own ceiling can be below that of its plan, never above. */
function leastCeiling(planned: number | null, own: number | null): number | null {
  return planned === null || own === null ? (planned ?? own) : Math.min(planned, own);
}

/** Reads a client's current limits; `null` if the client does not exist or is deleted. */
export async function readLimits(db: Reader, clientId: string): Promise<Limits | null> {
  const client = await limitsOf(db, clientId);
  return client === null || client.deleted ? null : client.limits;
}

/**
 * Like `readLimits`, but also for a deleted client: a journal may still hold its last calls, which are counted with
 * these limits.
 */
export async function readLastLimits(db: Reader, clientId: string): Promise<Limits | null> {
  return (await limitsOf(db, clientId))?.limits ?? null;
}

async function limitsOf(db: Reader, clientId: string): Promise<{ limits: Limits; deleted: boolean } | null> {
  const row = await db
    .selectFrom('clients')
    .innerJoin('plans', 'plans.name', 'clients.plan')
    .where('clients.id', '=', clientId)
    .select(['overrides', 'limits_version', 'own_ceiling', 'quota', 'burst_q', 'burst_w', 'mode', 'ceiling'])
    .select(['outage_percent', 'deleted_at', grantedTo('clients.id').as('granted')])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { limits: effectiveLimits(row, row, row.granted), deleted: row.deleted_at !== null };
}

/** All credits ever granted to a client. Settlements are excluded: they only record how granted credits were spent. */
export function grantedTo(clientColumn: string) {
  return sql<number>`(select cast(coalesce(sum(credits), 0) as bigint) from ledger
    where ledger.client_id = ${sql.ref(clientColumn)} and kind <> 'settlement')`;
}

/**
 * Must run within every change of a client's plan, overrides or ledger: the higher version makes every process use the
 * new limits.
 */
export async function limitsChanged(trx: Change, actor: Actor, clientId: string): Promise<void> {
  await trx
    .updateTable('clients')
    .set((eb) => ({ limits_version: eb('limits_version', '+', 1) }))
    .where('id', '=', clientId)
    .execute();
  await recordChange(trx, actor, 'client', clientId);
}
