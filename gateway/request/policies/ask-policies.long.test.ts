import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePolicy } from '../../../plugins/sdk/index.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { Call } from '../call/call.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { readHeaders } from '../call/read-headers.ts';
import { askingPolicies } from './ask-policies.ts';

const CALLS = 1_000_000;

it('a policy that does nothing costs less than 0.3 microseconds a call', () => {
  const marketplaces = new Marketplaces([]);
  const idle = definePolicy({
    name: 'idle',
    stage: 'after-auth',
    config: z.strictObject({}),
    handle: () => undefined,
  });
  const ask = askingPolicies({ marketplaces, onError: () => undefined }, [idle.configure({})]);
  const call = new Call('id', 0, 'GET', '/api/v1/bmi', readHeaders([], marketplaces.picker));
  const req = { call } as GatewayRequest;
  let decided = 0;
  const nanoseconds = Array.from({ length: 5 }, () => {
    const began = process.hrtime.bigint();
    for (let at = 0; at < CALLS; at++) {
      ask?.(req, {} as ServerResponse, null, (refusal) => {
        if (refusal === null) decided += 1;
      });
    }
    return Number(process.hrtime.bigint() - began) / CALLS;
  });
  expect(decided).toBe(5 * CALLS);
  // Other processes of the machine can only make a round slower.
  expect(Math.min(...nanoseconds)).toBeLessThan(300);
});

it('without a policy there is nothing to ask', () => {
  expect(askingPolicies({ marketplaces: new Marketplaces([]), onError: () => undefined }, [])).toBeNull();
});
