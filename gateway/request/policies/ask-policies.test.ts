import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePolicy, type PolicyOutcome } from '../../../plugins/sdk/index.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { Call, type PolicyRefusal } from '../call/call.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { readHeaders } from '../call/read-headers.ts';
import { askingPolicies } from './ask-policies.ts';

const REFUSAL = { code: 'closed', status: 503, title: { en: 'Closed' }, detail: { en: 'Closed for the night.' } };

/** Asks policies that give these outcomes, and notes each event: the name of a policy asked, and the decision. */
function ask(outcomes: Readonly<Record<string, () => PolicyOutcome | Promise<PolicyOutcome>>>) {
  const events: (string | PolicyRefusal | null)[] = [];
  const policies = Object.entries(outcomes).map(([name, outcome]) =>
    definePolicy({
      name,
      stage: 'after-auth',
      config: z.strictObject({}),
      handle: () => {
        events.push(name);
        return outcome();
      },
    }).configure({}),
  );
  const marketplaces = new Marketplaces([]);
  const call = new Call('id', 0, 'GET', '/api/v1/bmi', readHeaders([], marketplaces.picker));
  const decide = askingPolicies({ marketplaces, onError: () => undefined }, policies);
  decide?.({ call } as GatewayRequest, {} as ServerResponse, null, (refusal) => events.push(refusal));
  events.push('asked');
  return events;
}

describe('the decision', () => {
  it('comes in the same turn if no policy returns a promise: nothing is awaited', () => {
    expect(ask({ one: () => undefined, two: () => undefined })).toEqual(['one', 'two', null, 'asked']);
    expect(ask({ one: () => REFUSAL, two: () => undefined })).toEqual(['one', REFUSAL, 'asked']);
  });

  it('waits for a promise, and the next policy is asked after it', async () => {
    const events = ask({ one: () => undefined, two: async () => undefined, three: () => REFUSAL });
    expect(events).toEqual(['one', 'two', 'asked']);
    await nextTurn();
    expect(events).toEqual(['one', 'two', 'asked', 'three', REFUSAL]);
  });

  it('is a failure if a policy throws, at once or later', async () => {
    const thrown = () => {
      throw new Error('no');
    };
    expect(ask({ one: thrown, two: () => undefined })).toEqual(['one', 'failed', 'asked']);
    const events = ask({ one: async () => thrown(), two: () => undefined });
    await nextTurn();
    expect(events).toEqual(['one', 'asked', 'failed']);
  });
});
