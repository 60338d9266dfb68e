import type { Random } from './random.ts';

/** The credential of a calculator call, and what the fuzzer knows about it beforehand. */
export interface Caller {
  readonly weight: number;
  readonly headers: readonly string[];
  readonly query: readonly (readonly [string, string])[];
  /** The charged client; `null` if no call may succeed. */
  readonly client: string | null;
  /** Why no call may succeed; `null` if some may. */
  readonly refused: string | null;
  readonly secrets: readonly string[];
}

/** Another address for most calls, so that no throttle by address answers all of them. */
export function anyAddress(random: Random): readonly string[] {
  const address = random.chance(0.8)
    ? `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
    : random.pick([
        '::1',
        '2001:db8::1',
        '::ffff:10.0.0.1',
        '203.0.113.7, 10.0.0.1',
        'unknown',
        '',
        '999.1.1.1',
        '[::]:80',
      ]);
  return ['X-Forwarded-For', address];
}

/** A caller with one key, in one of the places for keys. */
export function byKey(key: string, about: Pick<Caller, 'weight' | 'client' | 'refused'>): Caller {
  return { ...about, headers: ['X-API-Key', key], query: [], secrets: [key] };
}

/** The same caller with the key in the query. */
export function inQuery(caller: Caller): Caller {
  const [, key = ''] = caller.headers;
  return { ...caller, headers: [], query: [['apikey', key]] };
}

/** Invalid credentials, derived from one good key: none, two, broken, of another form. */
export function badCallers(key: string, other: string): Caller[] {
  const bad = (refused: string, headers: readonly string[], query: Caller['query'] = []): Caller => ({
    weight: 0.15,
    headers,
    query,
    client: null,
    refused,
    secrets: [key],
  });
  const last = key.at(-1) === 'a' ? 'b' : 'a';
  return [
    bad('no key', []),
    bad('two keys', ['X-API-Key', key, 'X-API-Key', other]),
    bad('a key in header and query', ['X-API-Key', key], [['apikey', key]]),
    bad(
      'two keys in the query',
      [],
      [
        ['apikey', key],
        ['apikey', other],
      ],
    ),
    bad('an empty key', ['X-API-Key', '']),
    bad('a key with a wrong checksum', ['X-API-Key', key.slice(0, -1) + last]),
    bad('a key in upper case', ['X-API-Key', key.toUpperCase()]),
    bad('a key with another after it', ['X-API-Key', `${key},${other}`]),
    bad('a key as a cookie', ['Cookie', `apikey=${key}; X-API-Key=${key}`]),
    bad('a key and a marketplace key', ['X-API-Key', key, 'X-Marketplace-Key', key, 'X-Marketplace-Host', 'x']),
    bad('a header of the gateway itself', ['X-Gateway-Client', 'cl_0000000000000000000000']),
    bad('a key under another name of the query', [], [['ApiKey', key]]),
  ];
}
