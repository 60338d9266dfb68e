import express from 'express';
import { expect, it } from 'vitest';
import { hashKey, newKey } from '../../accounts/keys/key-format.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { CallMeter } from '../../operations/call-meter.ts';
import { Call } from '../call/call.ts';
import { readHeaders } from '../call/read-headers.ts';
import { FailureThrottle } from '../limits/failure-throttle.ts';
import { FairShare } from '../limits/fair-share.ts';
import { PrincipalCache } from '../principal/principal-cache.ts';
import { credentials } from './credentials.ts';

const marketplaces = new Marketplaces([]);

/** Keys that the records have. */
function cache(): PrincipalCache {
  return new PrincipalCache({
    read: async (keyHash) => ({ principal: null, owner: { keyId: keyHash, clientId: 'cl', plan: 'free' }, asOf: 1 }),
    monotonic: () => 0,
    wall: () => 0,
  });
}

/** Runs the step alone. Returns whether it passed the call on, the hash to look up, and whether the cache knew it. */
function pass(key: string, principals = cache()) {
  const req: express.Request = Object.create(express.request);
  req.call = new Call('id', 0, 'GET', '/api/v1/bmi', readHeaders(['X-API-Key', key], marketplaces.picker));
  let passed = false;
  const refuse = () => undefined;
  const keyHashOf = async () => null;
  const context = {
    refuse,
    keyHashOf,
    left: () => undefined,
    principals,
    throttle: new FailureThrottle(),
    fairShare: new FairShare(),
  };
  credentials({ ...context, meter: new CallMeter(), marketplaces })(req, Object.create(express.response), () => {
    passed = true;
  });
  return { passed, lookedFor: req.call.keyHash, known: !!req.call.known, keyLeft: req.call.headers.apiKey };
}

it('refuses a key with a wrong checksum before it asks the records', () => {
  const good = newKey('live');
  const wrong = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
  expect(pass(wrong)).toEqual({ passed: false, lookedFor: '', known: false, keyLeft: undefined });
  expect(pass('garbage')).toEqual({ passed: false, lookedFor: '', known: false, keyLeft: undefined });
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
  expect(pass(good, principals)).toMatchObject({ passed: true, known: false });
  // No records hold such a key: it shows that the checksum is not compared.
  for (const key of [good, wrong]) {
    await principals.fill(hashKey(key));
    expect(pass(key, principals)).toMatchObject({ passed: true, known: true, lookedFor: hashKey(key) });
  }
});
