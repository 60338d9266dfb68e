import { BoundedMap } from '../../quota/bounded-map.ts';
import { type GatheredSize, padded } from '../../records/gathered.ts';
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

/** A row for each known key, and at least one. */
const principalRows = () =>
  prepared((db, ...keyHashes: string[]) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('changes')
          .select((inner) => inner.fn.max('seq').as('as_of'))
          .as('feed'),
      )
      .leftJoin('keys', (join) => join.on('keys.hash', 'in', keyHashes))
      .leftJoin('users', 'users.id', 'keys.user_id')
      .leftJoin('clients', 'clients.id', 'keys.client_id')
      .leftJoin('plans', 'plans.name', 'clients.plan')
      .leftJoin('consumers', 'consumers.client_id', 'clients.id')
      .select(['feed.as_of', 'keys.hash', 'keys.id as key_id', 'keys.environment'])
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

/** Compiled for each size once. */
const QUERIES = { 1: principalRows(), 8: principalRows(), 64: principalRows() } satisfies Record<GatheredSize, unknown>;

type PrincipalRow = Awaited<ReturnType<ReturnType<typeof principalRows>>>[number];

/** Names of plans and environments that were read lately. Every row brings new texts; thousands of keys share these. */
const texts = new BoundedMap<string, string>(1_000);

function oneText<T extends string>(text: T): T;
function oneText(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  return text;
}

/** Reads the principal of the key with this SHA-256. */
export async function readPrincipal(db: Reader, keyHash: string): Promise<PrincipalReading> {
  const [reading] = await readPrincipals(db, [keyHash]);
  if (reading === undefined) throw new Error('each key has a reading');
  return reading;
}

/**
 * Reads the principals of up to 64 keys by their SHA-256, in order. A single statement is a single snapshot, so `asOf`
 * is exactly as old as the rest. An expired key is read like a valid one, because every call checks the expiry.
 */
export async function readPrincipals(db: Reader, keyHashes: readonly string[]): Promise<PrincipalReading[]> {
  const { size, parameters } = padded(keyHashes);
  const rows = await QUERIES[size](db, ...parameters);
  const [first] = rows;
  if (first === undefined) throw new Error('the query for principals always has a row');
  const readings = new Map(rows.map((row) => [row.hash, readingOf(row)]));
  const unknown = { principal: null, owner: null, asOf: first.as_of ?? 0 };
  return keyHashes.map((keyHash) => readings.get(keyHash) ?? unknown);
}

function readingOf(row: PrincipalRow): PrincipalReading {
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
