import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';
import type { Principal } from '../../accounts/principal.ts';
import { PrincipalCache, RecordsAway } from './principal-cache.ts';

const LIMITS = { version: 1, quota: null, burst: null, mode: 'soft', granted: 0, ceiling: null } as const;
const HOUR = 3_600_000;

function principal(keyId: string, expiresAt: number | null = null): Principal {
  const who = {
    channel: 'direct',
    subscription: null,
    clientId: 'cl_a',
    userId: 'us_a',
    role: 'admin',
    environment: 'live',
  } as const;
  return {
    ...who,
    keyId,
    family: keyId,
    plan: 'free',
    limits: LIMITS,
    calculators: null,
    networks: null,
    cap: null,
    expiresAt,
  };
}

/** Records that hold key `key_<hash>` for every hash, until they are told otherwise. */
class FakeRecords {
  asOf = 10;
  reads: string[] = [];
  away = false;
  answers = new Map<string, Principal | null>();
  /** A reading that is under way answers with what it saw, once it is let go. */
  held: Promise<void> | null = null;

  read = async (keyHash: string): Promise<PrincipalReading> => {
    this.reads.push(keyHash);
    if (this.away) {
      throw new Error('ECONNREFUSED');
    }
    const seen = this.#now(keyHash);
    await this.held;
    return seen;
  };

  #now(keyHash: string): PrincipalReading {
    const found = this.answers.has(keyHash) ? (this.answers.get(keyHash) ?? null) : principal(`key_${keyHash}`);
    const unknown = keyHash.startsWith('unknown') && !this.answers.has(keyHash);
    const owner = unknown ? null : { clientId: 'cl_a', keyId: `key_${keyHash}`, plan: 'free' };
    return { principal: unknown ? null : found, owner, asOf: this.asOf };
  }
}

let now: number;
let records: FakeRecords;
let cache: PrincipalCache;

beforeEach(() => {
  now = 1_000_000;
  records = new FakeRecords();
  cache = new PrincipalCache({ read: records.read, now: () => now });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a cached principal', () => {
  it('is known for five seconds without a read, then read again', async () => {
    expect(cache.lookup('h')).toBeUndefined();
    expect((await cache.fill('h')).principal?.keyId).toBe('key_h');
    now += 4_999;
    expect(cache.lookup('h')?.principal?.keyId).toBe('key_h');
    now += 1;
    expect(cache.lookup('h')).toBeUndefined();
    expect(records.reads).toEqual(['h']);
  });

  it('is read once for all who ask at the same time', async () => {
    const entries = await Promise.all([cache.fill('h'), cache.fill('h'), cache.fill('h')]);
    expect(new Set(entries).size).toBe(1);
    expect(records.reads).toEqual(['h']);
  });

  it('is remembered as a miss, too', async () => {
    expect((await cache.fill('unknown')).principal).toBeNull();
    expect(cache.lookup('unknown')).toMatchObject({ principal: null, owner: null });
  });

  it('opens nothing from the moment its key expires, however fresh it is', async () => {
    records.answers.set('h', principal('key_h', now + 100));
    await cache.fill('h');
    now += 99;
    expect(cache.lookup('h')?.principal).not.toBeNull();
    now += 1;
    expect(cache.lookup('h')).toMatchObject({ principal: null, owner: { keyId: 'key_h' } });
    expect((await cache.fill('h')).principal).toBeNull();
  });

  it('is forgotten when it has been out of use longest and room is needed', async () => {
    cache = new PrincipalCache({ read: records.read, now: () => now, size: 2 });
    await cache.fill('a');
    await cache.fill('b');
    await cache.fill('a');
    await cache.fill('c');
    expect(cache.lookup('b')).toBeUndefined();
    expect(cache.lookup('a')).toBeDefined();
    expect(cache.lookup('c')).toBeDefined();
  });

  it('is not pushed out by a flood of made-up keys', async () => {
    cache = new PrincipalCache({ read: records.read, now: () => now, size: 10 });
    await cache.fill('real');
    for (let index = 0; index < 100; index += 1) {
      await cache.fill(`unknown-${index}`);
    }
    expect(cache.lookup('real')).toBeDefined();
    // Of misses a fifth of the size is remembered: the two newest.
    expect(cache.lookup('unknown-97')).toBeUndefined();
    expect(cache.lookup('unknown-98')).toBeDefined();
  });
});

describe('a change', () => {
  it.each([
    ['key', 'key_h'],
    ['client', 'cl_a'],
    ['plan', 'free'],
  ] as const)('of the %s makes the key be read again at once', async (kind, id) => {
    await cache.fill('h');
    cache.changed(11, kind, 'another');
    expect(cache.lookup('h')).toBeDefined();
    cache.changed(12, kind, id);
    expect(cache.lookup('h')).toBeUndefined();
  });

  it('that is told during a reading wins: a revoked key is not brought back by a reading that began before', async () => {
    let letGo = () => {};
    records.held = new Promise((resolve) => {
      letGo = resolve;
    });
    const filling = cache.fill('h');
    await vi.waitFor(() => expect(records.reads).toHaveLength(1));
    records.answers.set('h', null);
    records.asOf = 11;
    cache.changed(11, 'key', 'key_h');
    letGo();
    expect((await filling).principal).toBeNull();
    expect(cache.lookup('h')?.principal).toBeNull();
    expect(records.reads).toEqual(['h', 'h']);
  });

  it('that a reading includes does not make it be read twice', async () => {
    cache.changed(10, 'key', 'key_h');
    await cache.fill('h');
    expect(records.reads).toEqual(['h']);
  });

  it('of any key lets a miss be looked at again: it may be the key that was made', async () => {
    await cache.fill('unknown');
    records.answers.set('unknown', principal('key_unknown'));
    records.asOf = 11;
    cache.changed(11, 'key', 'key_unknown');
    expect(cache.lookup('unknown')).toBeUndefined();
    expect((await cache.fill('unknown')).principal?.keyId).toBe('key_unknown');
    expect(cache.lookup('unknown')?.principal?.keyId).toBe('key_unknown');
  });

  it('removes what would otherwise be used while the records are away', async () => {
    await cache.fill('h');
    cache.changed(11, 'key', 'key_h');
    records.away = true;
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
  });

  it('that the records never show makes them unusable instead of an endless reading', async () => {
    cache.changed(99, 'key', 'key_h');
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
  });

  it('that may have been missed makes everything be read again', async () => {
    await cache.fill('h');
    cache.allStale();
    expect(cache.lookup('h')).toBeUndefined();
    now += 1;
    await cache.fill('h');
    expect(cache.lookup('h')).toBeDefined();
  });
});

describe('while the records are away', () => {
  it('known keys are used for an hour, not a moment longer', async () => {
    await cache.fill('h');
    records.away = true;
    now += HOUR - 1;
    expect((await cache.fill('h')).principal?.keyId).toBe('key_h');
    expect(cache.away).toBe(true);
    now += 1;
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
  });

  it('a key is not used past its expiry', async () => {
    records.answers.set('h', principal('key_h', now + 10_000));
    await cache.fill('h');
    records.away = true;
    now += 9_999;
    expect((await cache.fill('h')).principal).not.toBeNull();
    now += 1;
    expect((await cache.fill('h')).principal).toBeNull();
  });

  it('unknown keys are neither let in nor called wrong', async () => {
    await cache.fill('unknown');
    records.away = true;
    await expect(cache.fill('new')).rejects.toThrow(RecordsAway);
    now += 6_000;
    await expect(cache.fill('unknown')).rejects.toThrow(RecordsAway);
  });

  it('they are asked once a second, and nobody else waits', async () => {
    await cache.fill('h');
    records.away = true;
    now += 5_000;
    await cache.fill('h');
    records.reads = [];
    now += 999;
    expect(cache.lookup('h')).toBeDefined();
    await expect(cache.fill('new')).rejects.toThrow(RecordsAway);
    expect(records.reads).toEqual([]);
    now += 1;
    expect(cache.lookup('h')).toBeUndefined();
    await cache.fill('h');
    expect(records.reads).toEqual(['h']);
  });

  it('their return is noticed by the next question', async () => {
    await cache.fill('h');
    records.away = true;
    now += 5_000;
    await cache.fill('h');
    records.away = false;
    now += 1_000;
    await cache.fill('h');
    await vi.waitFor(() => expect(cache.away).toBe(false));
    expect((await cache.fill('new')).principal?.keyId).toBe('key_new');
  });

  it('silence counts as away after a second', async () => {
    vi.useFakeTimers();
    await cache.fill('h');
    records.held = new Promise(() => undefined);
    now += 5_000;
    const answer = cache.fill('h');
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await answer).principal?.keyId).toBe('key_h');
    expect(cache.away).toBe(true);
  });
});

describe('a flood of unknown keys', () => {
  it('is turned away while 500 are being looked up, which does not make the records count as away', async () => {
    records.held = new Promise(() => undefined);
    for (let index = 0; index < 500; index += 1) {
      void cache.fill(`unknown-${index}`).catch(() => undefined);
    }
    await expect(cache.fill('one more')).rejects.toThrow(RecordsAway);
    expect(cache.away).toBe(false);
  });
});
