import { z } from 'zod';
import { ROLES } from '../../../gateway/accounts/role-access.ts';
import { SESSION_COOKIE } from '../../../gateway/web/platform/cookies.ts';
import { csrfToken } from '../../../gateway/web/platform/csrf.ts';
import type { PlatformRoute } from '../../../gateway/web/platform/route.ts';
import { PLATFORM_ROUTES } from '../../../gateway/web/platform/routes/index.ts';
import { anyAddress } from '../callers.ts';
import { jsonText, mutated } from '../json-mutations.ts';
import type { Random } from '../random.ts';
import { headerValue, queryOf, type Shot } from '../shot.ts';
import { strangeText, strangeValue } from '../strange-values.ts';
import { learnIds, type Person, RECORD_ID, type Tenant } from '../tenants.ts';
import type { World } from '../world.ts';
import { posted } from './calculators.ts';
import type { Door } from './door.ts';

/** Webhooks have a separate door. */
const ROUTES = PLATFORM_ROUTES.filter(({ rawBody }) => rawBody === undefined);

/** These remove records that the tenant's other calls need, so they are rare. */
const RUINOUS = /^(deleteClient|signOut|signOutEverywhere|endSession|removeUser|disableUser|revokeKey|changeUser)$/;

/** Calls that hash or send a password. */
const HASHES = /^(signIn|setPassword|changePassword|acceptInvitation|confirm|request)/;

/** Streams, of which only a few run at a time. */
const STREAMS = (route: PlatformRoute) => typeof route.answer === 'string';

/** Number of tenants called at a time: the throttle of calls by user must not answer most of them. */
const ACTIVE = 12;
/** Calls after which the next tenant replaces the oldest. */
const CALLS_A_TENANT = 4_000;

/** Every route of the platform, by every role, with keys and sessions, on the caller's records and on others'. */
export const platformDoor: Door = {
  name: 'platform',
  weight: 20,
  shot(random, world, call) {
    const tenant = activeTenant(random, world, call);
    const other = activeTenant(random, world, call + CALLS_A_TENANT * ACTIVE);
    const route = anyRoute(random);
    if (random.chance(0.02)) return unknownPath(random, tenant);
    const person = random.pick(tenant.people);
    const credential = credentialOf(random, route, person);
    const names: Names = {
      random,
      own: ownIds(route, tenant),
      others: other === tenant ? [] : [...other.ids],
      foreign: false,
      call,
    };
    const path = pathOf(route, names);
    const target = path + queryOf([...queryOfRoute(random, route, names), ...controls(random)]);
    const foreign = names.foreign && credential.refused === null && route.access !== 'public';
    const refused = credential.refused ?? (foreign ? 'a record of another client' : null);
    const headers = [...credential.headers, ...anyAddress(random)];
    if (random.chance(0.1)) headers.push('Accept-Language', random.pick(['de', 'ar', 'hi', 'xx']));
    return {
      method: route.method,
      target,
      ...bodyOf(random, route, names, headers),
      ...(refused === null ? {} : { mustFail: refused }),
      ...(route.access === 'public' ? {} : { tenant: tenant.at }),
      ...(STREAMS(route) ? { inThread: true } : { operation: `${route.method} ${route.path}` }),
      secrets: credential.secrets,
      learn: (status, body) => {
        if (status < 300 && route.access !== 'public') learnIds(tenant, body);
      },
    };
  },
};

/** Ids for a call. */
interface Names {
  readonly random: Random;
  readonly own: readonly string[];
  readonly others: readonly string[];
  readonly call: number;
  /** Whether the call names an id of another client. */
  foreign: boolean;
}

/** The fuzzer must know the caller's role beforehand, so it never changes the roles of the tenant's own users. */
function ownIds({ name }: PlatformRoute, { ids, people }: Tenant): string[] {
  return [...ids].filter((id) => name !== 'changeUser' || !people.some(({ userId }) => userId === id));
}

function activeTenant(random: Random, { tenants }: World, call: number): Tenant {
  const first = Math.floor(call / CALLS_A_TENANT);
  const tenant = tenants[(first + random.below(Math.min(ACTIVE, tenants.length))) % tenants.length];
  if (tenant === undefined) throw new Error('there is a tenant');
  return tenant;
}

function anyRoute(random: Random): PlatformRoute {
  const route = random.pick(ROUTES);
  if (RUINOUS.test(route.name) && random.chance(0.9)) return random.pick(ROUTES);
  // Each starts a thread in the gateway.
  if (STREAMS(route) && random.chance(0.9)) return random.pick(ROUTES.filter((one) => !STREAMS(one)));
  return HASHES.test(route.name) && random.chance(0.8) ? random.pick(ROUTES) : route;
}

interface Credential {
  readonly headers: readonly string[];
  readonly refused: string | null;
  readonly secrets: readonly string[];
}

function credentialOf(random: Random, route: PlatformRoute, { role, key, session }: Person): Credential {
  const isPublic = route.access === 'public';
  const allowed = isPublic || (ROLES.includes(role) && route.access[role] !== 'no');
  const wrongRole = allowed ? null : `a ${role}`;
  const secrets = [key.text, session.token];
  const cookie = ['Cookie', `${SESSION_COOKIE}=${session.token}`];
  const csrf = ['X-CSRF-Token', csrfToken(session.token)];
  const kind = random.next();
  if (kind < 0.6) return { headers: [...cookie, ...csrf], refused: wrongRole, secrets };
  if (kind < 0.85) {
    const refused = wrongRole ?? (route.sessionOnly ? 'a key where a session is needed' : null);
    return { headers: ['X-API-Key', key.text], refused: isPublic ? null : refused, secrets };
  }
  const no = isPublic ? null : 'no credential';
  if (kind < 0.9) return { headers: [], refused: no, secrets };
  if (kind < 0.94) {
    const reads = route.method === 'GET' || isPublic;
    return {
      headers: [...cookie, ...(random.chance(0.5) ? ['X-CSRF-Token', 'x'] : [])],
      refused: reads ? wrongRole : 'no token against forgery',
      secrets,
    };
  }
  if (kind < 0.97) return { headers: [...cookie, ...csrf, 'X-API-Key', key.text], refused: no, secrets };
  const strange = random.pick([
    `${SESSION_COOKIE}=${session.id}`,
    `x${SESSION_COOKIE}=${session.token}`,
    headerValue(strangeText(random)),
  ]);
  return { headers: ['Cookie', strange, ...csrf], refused: no, secrets };
}

/** The path, with ids of the caller, of another client, or of no record. */
function pathOf({ path }: PlatformRoute, names: Names): string {
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    if (name === 'month') return aMonth(names.random);
    const prefix = { user: 'us', key: 'key', session: 'se' }[name] ?? name;
    return encodeURIComponent(anId(names, prefix).toWellFormed()).slice(0, 2_000).replace(/%.?$/, '');
  });
}

function anId(names: Names, prefix: string): string {
  const { random, own, others } = names;
  const of = (ids: readonly string[]) => ids.filter((id) => id.startsWith(`${prefix}_`));
  const kind = random.next();
  const mine = of(own);
  const theirs = of(others);
  if (kind < 0.7 && mine.length > 0) return random.pick(mine);
  if (kind < 0.9 && theirs.length > 0) {
    names.foreign = true;
    return random.pick(theirs);
  }
  return random.chance(0.5) ? `${prefix}_${'0'.repeat(22)}` : strangeText(random);
}

function aMonth(random: Random): string {
  return random.pick([
    '2026-10',
    '2026-11',
    new Date().toISOString().slice(0, 7),
    '0000-01',
    '9999-12',
    '2026-13',
    '2026-1',
  ]);
}

/** Values for the query of a route, mostly of the right kind for their name. */
function queryOfRoute(random: Random, { query }: PlatformRoute, names: Names): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name of Object.keys(query?.shape ?? {})) {
    if (random.chance(0.5)) pairs.push([name, queryValue(random, name, names)]);
  }
  if (random.chance(0.03)) pairs.push([random.pick(['limit', 'client', '__proto__', 'x']), strangeText(random)]);
  if (pairs[0] !== undefined && random.chance(0.03)) pairs.push(pairs[0]);
  return pairs;
}

function queryValue(random: Random, name: string, names: Names): string {
  if (random.chance(0.15)) return strangeText(random);
  switch (name) {
    case 'month':
      return aMonth(random);
    case 'limit':
      return random.pick(['1', '50', '200', '0', '201']);
    case 'cursor':
      return random.pick([`${Date.now()}.1`, '0.0', '9999999999999999.1', '1', `${Date.now()}.${names.own[0]}`]);
    case 'since':
    case 'until':
      return random.pick([
        '2026-11-01',
        new Date().toISOString().slice(0, 10),
        '2026-11-30',
        '2020-01-01',
        '2030-01-01',
      ]);
    case 'from':
    case 'to':
      return random.pick(['2026-11-01T00:00:00Z', new Date().toISOString(), '1970-01-01T00:00:00+14:00']);
    case 'by':
      return random.pick(['day', 'key,calculator', 'user', 'day,day', 'month']);
    case 'record':
    case 'actor':
      return random.pick(names.own);
    case 'action':
      return random.pick(['key.create', 'user.create', 'session.begin', 'x']);
    default:
      return random.pick(['1', 'x', 'true']);
  }
}

/** The example of a route, with ids and addresses of this run; one in three has a mistake. */
function bodyOf(
  random: Random,
  route: PlatformRoute,
  names: Names,
  headers: readonly string[],
): Pick<Shot, 'headers' | 'body'> {
  if (route.body === null) return random.chance(0.03) ? posted(random, '{}', headers) : { headers, body: null };
  const example = z.record(z.string(), z.unknown()).parse(route.body.meta()?.example ?? {});
  const named: Record<string, unknown> = { ...example };
  for (const name of Object.keys(route.body.shape)) {
    if (name === 'user' && random.chance(0.4)) named[name] = anId(names, 'us');
    else if (name === 'expires_at' && random.chance(0.3))
      named[name] = random.pick(['2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z', null]);
    else if (!(name in named) && random.chance(0.05)) named[name] = strangeValue(random);
  }
  const pairs = random.chance(0.3) ? mutated(random, named) : Object.entries(named);
  return posted(random, jsonText(pairs).replace(/dora@/g, `u${names.call}@`), headers);
}

function controls(random: Random): [string, string][] {
  return random.chance(0.05) ? [['lang', random.pick(['de', 'ja', 'ar', 'xx', ''])]] : [];
}

function unknownPath(random: Random, { people }: Tenant): Omit<Shot, 'door'> {
  const tail = encodeURIComponent(strangeText(random).toWellFormed()).slice(0, 500).replace(/%.?$/, '');
  const path = random.pick(ROUTES).path.replace(/\{\w+\}/g, 'x');
  return {
    method: random.pick(['GET', 'HEAD', 'PUT', 'OPTIONS', 'PATCH']),
    target: random.pick([`/platform/v1/${tail}`, `/platform/v2/me`, `${path}/`, `${path}/${tail}`, path.toUpperCase()]),
    headers: ['X-API-Key', people[0]?.key.text ?? '', ...anyAddress(random)],
    body: null,
  };
}

/** Ids in a text that belong to another tenant than the caller's. */
export function idsOfOthers(body: string, tenant: number, world: World): string[] {
  return [...body.matchAll(RECORD_ID)].flatMap(([id]) => {
    const owner = world.ownerOf(id);
    return owner === undefined || owner === tenant ? [] : [id];
  });
}
