import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { hashKey, newKey } from '../../accounts/keys/key-format.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { CallMeter } from '../../operations/call-meter.ts';
import { Call } from '../call/call.ts';
import { readHeaders } from '../call/read-headers.ts';
import { FailureThrottle } from '../limits/failure-throttle.ts';
import { FairShare } from '../limits/fair-share.ts';
import { PrincipalCache } from '../principal/principal-cache.ts';
import { RecentKeys } from '../principal/recent-keys.ts';
import { principal } from '../principal/testing/principal.fixture.ts';
import { credentials } from './credentials.ts';

const marketplaces = new Marketplaces([]);

afterEach(() => {
  vi.restoreAllMocks();
});

/** A cache of keys that the records have. All are valid, or none. */
function cache(valid = true): PrincipalCache {
  return new PrincipalCache({
    read: async (keyHash) => ({
      principal: valid ? principal(keyHash) : null,
      owner: { keyId: keyHash, clientId: 'cl_a', plan: 'free' },
      asOf: 1,
    }),
    monotonic: () => 0,
    wall: () => 0,
  });
}

/** The step alone. */
function stepWith(principals: PrincipalCache) {
  return credentials({
    refuse: () => undefined,
    keyHashOf: async () => null,
    left: () => undefined,
    principals,
    throttle: new FailureThrottle(),
    fairShare: new FairShare(),
    meter: new CallMeter(),
    marketplaces,
  });
}

/** Runs the step. Returns whether it passed the call on, the hash to look up, and what the cache knew of it. */
function pass(key: string, step = stepWith(cache())) {
  const req: express.Request = Object.create(express.request);
  req.call = new Call('id', 0, 'GET', '/api/v1/bmi', readHeaders(['X-API-Key', key], marketplaces.picker));
  let passed = false;
  step(req, Object.create(express.response), () => {
    passed = true;
  });
  const { keyHash, known, headers } = req.call;
  return { passed, lookedFor: keyHash, known: !!known, valid: !!known?.principal, keyLeft: headers.apiKey };
}

it('refuses a key with a wrong checksum before it asks the records', () => {
  const good = newKey('live');
  const wrong = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
  const refused = { passed: false, lookedFor: '', known: false, valid: false, keyLeft: undefined };
  expect(pass(wrong)).toEqual(refused);
  expect(pass('garbage')).toEqual(refused);
});

it('passes on the SHA-256 of a key and not the key', () => {
  const { passed, lookedFor, keyLeft } = pass(newKey('live'));
  expect(passed).toBe(true);
  expect(lookedFor).toMatch(/^[0-9a-f]{64}$/);
  expect(keyLeft).toBeUndefined();
});

it('passes on what the cache knows of a key, and does not look at its checksum again', async () => {
  const good = newKey('live');
  const wrong = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
  const principals = cache();
  const step = stepWith(principals);
  expect(pass(good, step)).toMatchObject({ passed: true, known: false });
  // No records hold such a key: it shows that the checksum is not compared.
  for (const key of [good, wrong]) {
    await principals.fill(hashKey(key));
    expect(pass(key, step)).toMatchObject({ passed: true, known: true, lookedFor: hashKey(key) });
  }
});

it('remembers the hash of a valid key once, and of no other', async () => {
  const [valid, unread, revoked] = [newKey('live'), newKey('live'), newKey('live')];
  const keys = cache();
  await keys.fill(hashKey(valid));
  const revokedKeys = cache(false);
  await revokedKeys.fill(hashKey(revoked));
  const keep = vi.spyOn(RecentKeys.prototype, 'keep');
  for (const [key, principals] of [
    [valid, keys],
    [unread, keys],
    [revoked, revokedKeys],
  ] as const) {
    const step = stepWith(principals);
    for (let call = 0; call < 3; call += 1) pass(key, step);
  }
  expect(keep.mock.calls).toEqual([[valid, hashKey(valid)]]);
});

it('passes on the remembered hash', () => {
  vi.spyOn(RecentKeys.prototype, 'hashOf').mockReturnValue('remembered');
  expect(pass(newKey('live'))).toMatchObject({ passed: true, lookedFor: 'remembered' });
});

it('passes on that a key was revoked, although its hash is remembered', async () => {
  const key = newKey('live');
  const principals = cache();
  const step = stepWith(principals);
  await principals.fill(hashKey(key));
  expect(pass(key, step)).toMatchObject({ known: true, valid: true });
  principals.revoked({ seq: 2, kind: 'key', id: hashKey(key), endsAt: 0 });
  expect(pass(key, step)).toMatchObject({ known: true, valid: false });
});
