import { BoundedMap } from '../../quota/bounded-map.ts';
import { prepared } from '../../records/prepared.ts';
import type { Reader } from '../../records/records.ts';
import { networksOf } from '../../values/networks.ts';
import { textList } from '../../values/text-list.ts';
import { effectiveLimits, grantedTo } from '../plans/limits.ts';
import type { Principal } from '../principal.ts';
import { FAMILY } from './key-family.ts';

/** What the records hold about a key at one instant. */
export interface PrincipalReading {
  /**
   * `null`: the key is unknown or revoked, or its user or client is gone. The caller learns only that the key is not
   * valid.
   */
  readonly principal: Principal | null;
  /** The owner, also for a refused key, because refusals are counted; `null` for an unknown key. */
  readonly owner: { readonly clientId: string; readonly keyId: string; readonly plan: string } | null;
  /** The last row of `changes` that this reading includes. */
  readonly asOf: number;
}

const principalRow = prepared((db, keyHash: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('changes')
        .select((inner) => inner.fn.max('seq').as('as_of'))
        .as('feed'),
    )
    .leftJoin('keys', (join) => join.on('keys.hash', '=', keyHash))
    .leftJoin('users', 'users.id', 'keys.user_id')
    .leftJoin('clients', 'clients.id', 'keys.client_id')
    .leftJoin('plans', 'plans.name', 'clients.plan')
    .leftJoin('consumers', 'consumers.client_id', 'clients.id')
    .select(['feed.as_of', 'keys.id as key_id', 'keys.environment'])
    .select(FAMILY.as('family'))
    .select(['keys.expires_at', 'keys.revoked_at', 'keys.cap'])
    .select([
      'keys.calculators as key_calculators',
      'keys.networks',
      'users.id as user_id',
      'users.role',
      'users.state',
    ])
    .select([
      'clients.id as client_id',
      'clients.overrides',
      'clients.limits_version',
      'clients.own_ceiling',
      'clients.deleted_at',
    ])
    .select(['plans.name as plan', 'plans.quota', 'plans.burst_q', 'plans.burst_w', 'plans.mode', 'plans.ceiling'])
    .select(['plans.outage_percent', 'plans.calculators as plan_calculators', 'consumers.subscription'])
    .select(grantedTo('clients.id').as('granted')),
);

/** Names of plans and environments that were read lately. Every row brings new texts; thousands of keys share these. */
const texts = new BoundedMap<string, string>(1_000);

function oneText<T extends string>(text: T): T;
function oneText(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  return text;
}

/**
 * Reads the principal of the key with this SHA-256. A single statement is a single snapshot, so `asOf` is exactly as
 * old as the rest. An expired key is read like a valid one, because every call checks the expiry.
 */
export async function readPrincipal(db: Reader, keyHash: string): Promise<PrincipalReading> {
  const [row] = await principalRow(db, keyHash);
  if (row === undefined) throw new Error('the query for a principal always has a row');
  const asOf = row.as_of ?? 0;
  const { client_id, user_id, key_id, family, plan, environment, role, overrides, limits_version, mode } = row;
  if (
    client_id === null ||
    user_id === null ||
    key_id === null ||
    family === null ||
    plan === null ||
    environment === null ||
    role === null ||
    overrides === null ||
    limits_version === null ||
    mode === null
  ) {
    return { principal: null, owner: null, asOf };
  }
  const owner = { clientId: client_id, keyId: key_id, plan };
  if (row.revoked_at !== null || row.deleted_at !== null || row.state !== 'active') {
    return { principal: null, owner, asOf };
  }
  const networks = textList(row.networks);
  const principal: Principal = Object.freeze({
    channel: row.subscription === null ? 'direct' : 'marketplace',
    subscription: row.subscription,
    clientId: client_id,
    userId: user_id,
    keyId: key_id,
    family: family === key_id ? key_id : family,
    role,
    environment: oneText(environment),
    plan: oneText(plan),
    limits: effectiveLimits({ overrides, limits_version, own_ceiling: row.own_ceiling }, { ...row, mode }, row.granted),
    calculators: allowed(textList(row.plan_calculators), textList(row.key_calculators)),
    networks: networks && networksOf(networks),
    cap: row.cap,
    expiresAt: row.expires_at,
  });
  return { principal, owner: principal, asOf };
}

/** A key never allows more calculators than its client's plan. */
function allowed(plan: readonly string[] | null, key: readonly string[] | null): ReadonlySet<string> | null {
  if (plan === null || key === null) {
    const only = plan ?? key;
    return only === null ? null : new Set(only);
  }
  return new Set(key).intersection(new Set(plan));
}
