import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';
import type { Principal } from '../../accounts/principal.ts';
import { PrincipalCache, RecordsAway } from './principal-cache.ts';
import { principal } from './testing/principal.fixture.ts';

const HOUR = 3_600_000;

/** Records that return key `key_<hash>` for every hash, except where `answers` says otherwise. */
class FakeRecords {
  asOf = 10;
  reads: string[] = [];
  away = false;
  answers = new Map<string, Principal | null>();
  /** While set, readings wait for this promise and then return what they saw at their start. */
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
const clocks = { monotonic: () => now, wall: () => now };

beforeEach(() => {
  now = 1_000_000;
  records = new FakeRecords();
  cache = new PrincipalCache({ read: records.read, ...clocks });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a cached principal', () => {
  it('is served for five seconds without a read, then read again', async () => {
    expect(cache.lookup('h')).toBeUndefined();
    expect((await cache.fill('h')).principal?.keyId).toBe('key_h');
    now += 4_999;
    expect(cache.lookup('h')?.principal?.keyId).toBe('key_h');
    now += 1;
    expect(cache.lookup('h')).toBeUndefined();
    expect(records.reads).toEqual(['h']);
  });

  it('is served for five minutes while the feed of changes reports nothing, and five seconds after the feed stops', async () => {
    let currentAt = 0;
    cache = new PrincipalCache({ read: records.read, ...clocks, currentAt: () => currentAt });
    await cache.fill('h');
    const start = now;
    for (now += 250; now < start + 300_000; now += 250) {
      currentAt = now;
      expect(cache.lookup('h')).toBeDefined();
    }
    currentAt = now;
    expect(cache.lookup('h')).toBeUndefined();

    await cache.fill('h');
    currentAt = now + 10_000;
    now = currentAt + 4_999;
    expect(cache.lookup('h')).toBeDefined();
    now += 1;
    expect(cache.lookup('h')).toBeUndefined();
  });

  it('is read again at once after a reported change, however current the feed is', async () => {
    cache = new PrincipalCache({ read: records.read, ...clocks, currentAt: () => now });
    await cache.fill('h');
    now += 60_000;
    expect(cache.lookup('h')).toBeDefined();
    cache.changed(11, 'key', 'key_h');
    expect(cache.lookup('h')).toBeUndefined();
  });

  it('is served although the clock of the machine is set by an hour', async () => {
    let set = 0;
    const wall = () => now + set;
    cache = new PrincipalCache({ read: records.read, monotonic: () => now, wall, currentAt: () => now - 250 });
    await cache.fill('h');
    for (set of [HOUR, -HOUR]) {
      expect(cache.lookup('h')).toBeDefined();
      expect([cache.away, cache.cutOff]).toEqual([false, false]);
    }
  });

  it('is read once for concurrent calls', async () => {
    const entries = await Promise.all([cache.fill('h'), cache.fill('h'), cache.fill('h')]);
    expect(new Set(entries).size).toBe(1);
    expect(records.reads).toEqual(['h']);
  });

  it('is also remembered as a miss', async () => {
    expect((await cache.fill('unknown')).principal).toBeNull();
    expect(cache.lookup('unknown')).toMatchObject({ principal: null, owner: null });
  });

  it('is not used after its key expires, however fresh it is', async () => {
    records.answers.set('h', principal('key_h', now + 100));
    await cache.fill('h');
    now += 99;
    expect(cache.lookup('h')?.principal).not.toBeNull();
    now += 1;
    expect(cache.lookup('h')).toMatchObject({ principal: null, owner: { keyId: 'key_h' } });
    expect((await cache.fill('h')).principal).toBeNull();
  });

  it('makes room for a new one if it is the least recently read', async () => {
    cache = new PrincipalCache({ read: records.read, ...clocks, size: 2 });
    await cache.fill('a');
    await cache.fill('b');
    await cache.fill('a');
    await cache.fill('c');
    expect(cache.lookup('b')).toBeUndefined();
    expect(cache.lookup('a')).toBeDefined();
    expect(cache.lookup('c')).toBeDefined();
  });

  it('is not evicted by a flood of made-up keys', async () => {
    cache = new PrincipalCache({ read: records.read, ...clocks, size: 10 });
    await cache.fill('real');
    for (let index = 0; index < 100; index += 1) {
      await cache.fill(`unknown-${index}`);
    }
    expect(cache.lookup('real')).toBeDefined();
    // The cache remembers a fifth of its size in misses: the two newest.
    expect(cache.lookup('unknown-97')).toBeUndefined();
    expect(cache.lookup('unknown-98')).toBeDefined();
  });
});

describe('a change', () => {
  it.each([
    ['key', 'key_h'],
    ['client', 'cl_a'],
    ['plan', 'free'],
  ] as const)('of the %s invalidates the key at once', async (kind, id) => {
    await cache.fill('h');
    cache.changed(11, kind, 'another');
    expect(cache.lookup('h')).toBeDefined();
    cache.changed(12, kind, id);
    expect(cache.lookup('h')).toBeUndefined();
  });

  it('that arrives during a reading wins: an earlier reading does not restore a revoked key', async () => {
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

  it('that a reading includes leaves its entry, which is used if the records go away', async () => {
    await cache.fill('h');
    cache.changed(10, 'key', 'key_h');
    expect(cache.lookup('h')?.principal?.keyId).toBe('key_h');
  });

  it('that a reading includes does not cause a second reading', async () => {
    cache.changed(10, 'key', 'key_h');
    await cache.fill('h');
    expect(records.reads).toEqual(['h']);
  });

  it('of any key invalidates misses: the new key may be one of them', async () => {
    await cache.fill('unknown');
    records.answers.set('unknown', principal('key_unknown'));
    records.asOf = 11;
    cache.changed(11, 'key', 'key_unknown');
    expect(cache.lookup('unknown')).toBeUndefined();
    expect((await cache.fill('unknown')).principal?.keyId).toBe('key_unknown');
    expect(cache.lookup('unknown')?.principal?.keyId).toBe('key_unknown');
  });

  it('removes an entry that would otherwise be used while the records are away', async () => {
    await cache.fill('h');
    cache.changed(11, 'key', 'key_h');
    records.away = true;
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
  });

  it('that the records never show ends in an error instead of an endless loop', async () => {
    cache.changed(99, 'key', 'key_h');
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
  });

  it('that may have been missed invalidates every entry', async () => {
    await cache.fill('h');
    cache.allStale();
    expect(cache.lookup('h')).toBeUndefined();
    now += 1;
    await cache.fill('h');
    expect(cache.lookup('h')).toBeDefined();
  });
});

describe('while the records are away', () => {
  it('known keys are used for exactly one hour, if Redis tells which were revoked', async () => {
    cache = new PrincipalCache({ read: records.read, ...clocks, revocationsAt: () => now });
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

  it('unknown keys are neither accepted nor rejected as invalid', async () => {
    await cache.fill('unknown');
    records.away = true;
    await expect(cache.fill('new')).rejects.toThrow(RecordsAway);
    now += 6_000;
    await expect(cache.fill('unknown')).rejects.toThrow(RecordsAway);
  });

  it('one call a second asks them, and no other call waits', async () => {
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

  it('the next question notices their return', async () => {
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

describe('while neither the records nor Redis answer', () => {
  let provenAt: number;
  const open = (staleMs: number) => {
    const at = () => provenAt;
    cache = new PrincipalCache({ read: records.read, ...clocks, currentAt: at, revocationsAt: at, staleMs });
  };

  it.each([
    ['a minute', 60_000, 60_000],
    ['a second, if the configuration says at once', 0, 1_000],
  ])('known keys are used for %s', async (_, staleMs, used) => {
    provenAt = now;
    open(staleMs);
    await cache.fill('h');
    records.away = true;
    provenAt = now + 10_000;
    now = provenAt + used - 1;
    expect((await cache.fill('h')).principal?.keyId).toBe('key_h');
    expect(cache.cutOff).toBe(false);
    now += 1;
    expect(cache.lookup('h')).toBeUndefined();
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
    expect(cache.cutOff).toBe(true);
  });

  it('known keys are used again as soon as one of them answers', async () => {
    provenAt = now;
    open(2_000);
    await cache.fill('h');
    records.away = true;
    now += 60_000;
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
    provenAt = now;
    expect(cache.cutOff).toBe(false);
    expect(cache.lookup('h')?.principal?.keyId).toBe('key_h');
  });
});

describe('a revocation that Redis reports', () => {
  const revocation = { seq: 11, kind: 'key', id: 'key_h', endsAt: 0 } as const;

  it.each([
    ['key', 'key_h'],
    ['client', 'cl_a'],
  ] as const)('of the %s refuses the key at once, though the records are away', async (kind, id) => {
    await cache.fill('h');
    records.away = true;
    cache.revoked({ ...revocation, kind, id: 'another' });
    expect(cache.lookup('h')?.principal).not.toBeNull();
    cache.revoked({ ...revocation, kind, id });
    expect(cache.lookup('h')).toMatchObject({ principal: null, owner: { keyId: 'key_h' } });
    now += 6_000;
    expect((await cache.fill('h')).principal).toBeNull();
  });

  it('for later, as of a rotated key, refuses the key from then on', async () => {
    records.answers.set('h', principal('key_h', now + 5_000));
    await cache.fill('h');
    cache.revoked({ ...revocation, endsAt: now + 1_000 });
    now += 999;
    expect(cache.lookup('h')?.principal).not.toBeNull();
    now += 1;
    expect(cache.lookup('h')?.principal).toBeNull();
  });

  it('does not end a key that was read later, such as one of a user who is enabled again', async () => {
    records.asOf = 11;
    await cache.fill('h');
    cache.revoked(revocation);
    expect(cache.lookup('h')?.principal).not.toBeNull();
  });

  it('during a reading wins, even if the list of revocations reports an older one again', async () => {
    let letGo = () => {};
    records.held = new Promise((resolve) => {
      letGo = resolve;
    });
    const filling = cache.fill('h');
    await vi.waitFor(() => expect(records.reads).toHaveLength(1));
    cache.revoked(revocation);
    cache.revoked({ ...revocation, seq: 9 });
    records.answers.set('h', null);
    records.asOf = 11;
    letGo();
    expect((await filling).principal).toBeNull();
  });

  it('that may have been missed leaves no key usable', async () => {
    await cache.fill('h');
    records.away = true;
    cache.distrust();
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
  });

  it('and that the records lack refuses this key only', async () => {
    cache.revoked({ ...revocation, seq: 99 });
    await expect(cache.fill('h')).rejects.toThrow(RecordsAway);
    expect(cache.away).toBe(false);
    expect((await cache.fill('new')).principal?.keyId).toBe('key_new');
  });
});

describe('a flood of unknown keys', () => {
  it('is refused while 500 keys are being looked up, and the records do not count as away', async () => {
    records.held = new Promise(() => undefined);
    for (let index = 0; index < 500; index += 1) {
      void cache.fill(`unknown-${index}`).catch(() => undefined);
    }
    await expect(cache.fill('one more')).rejects.toThrow(RecordsAway);
    expect(cache.away).toBe(false);
  });
});
