import express from 'express';
import { expect, it } from 'vitest';
import { newKey } from '../../accounts/keys/key-format.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { CallMeter } from '../../operations/call-meter.ts';
import { Call } from '../call/call.ts';
import { readHeaders } from '../call/read-headers.ts';
import { FailureThrottle } from '../limits/failure-throttle.ts';
import { FairShare } from '../limits/fair-share.ts';
import { credentials } from './credentials.ts';

const marketplaces = new Marketplaces([]);

/** Runs the step alone. Returns whether it passed the call on, and the hash to look up. */
function pass(key: string): { passed: boolean; lookedFor: string; keyLeft: string | undefined } {
  const req: express.Request = Object.create(express.request);
  req.call = new Call('id', 0, 'GET', '/api/v1/bmi', readHeaders(['X-API-Key', key], marketplaces.picker));
  let passed = false;
  const refuse = () => undefined;
  const keyHashOf = async () => null;
  const context = {
    refuse,
    keyHashOf,
    left: () => undefined,
    throttle: new FailureThrottle(),
    fairShare: new FairShare(),
  };
  credentials({ ...context, meter: new CallMeter(), marketplaces })(req, Object.create(express.response), () => {
    passed = true;
  });
  return { passed, lookedFor: req.call.keyHash, keyLeft: req.call.headers.apiKey };
}

it('refuses a key with a wrong checksum before any look-up', () => {
  const good = newKey('live');
  const wrong = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
  expect(pass(wrong)).toEqual({ passed: false, lookedFor: '', keyLeft: undefined });
  expect(pass('garbage')).toEqual({ passed: false, lookedFor: '', keyLeft: undefined });
});

it('passes on the SHA-256 of a key and not the key', () => {
  const { passed, lookedFor, keyLeft } = pass(newKey('live'));
  expect(passed).toBe(true);
  expect(lookedFor).toMatch(/^[0-9a-f]{64}$/);
  expect(keyLeft).toBeUndefined();
});
