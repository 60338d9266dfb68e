import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { CallMeter } from '../../operations/call-meter.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { FairShare } from '../limits/fair-share.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { shedLoad } from './shed-load.ts';

/** A process in which client `busy` has used 30 ms at once, and client `modest` calls again and again. */
function process() {
  let now = 0;
  const fairShare = new FairShare(
    () => now,
    () => {},
  );
  for (let at = 0; at < 20; at++) for (const party of ['modest', 'busy']) fairShare.enter(party, 0, () => {});
  fairShare.enter('busy', 0.05, () => {
    now += 30;
  });
  const loopDelay = { overloaded: true };
  const meter = new CallMeter();
  let refused: unknown[] = [];
  const refuse = (_req: unknown, _res: unknown, ...problem: unknown[]) => {
    refused = problem;
  };
  const step = shedLoad({ loopDelay, fairShare, meter, refuse } as unknown as PipelineContext);
  return {
    loopDelay,
    meter,
    pass: (ms: number) => {
      now += ms;
    },
    /** `passed`, or the code and headers of the refusal. */
    call(clientId: string): unknown {
      refused = [];
      let passed = false;
      step({ call: { principal: { clientId } } } as GatewayRequest, {} as ServerResponse, () => {
        passed = true;
      });
      return passed ? 'passed' : refused;
    },
  };
}

it('refuses the calls of a client beyond its share while the event loop is overloaded, and no others', () => {
  const { call, meter } = process();
  expect(call('busy')).toEqual(['temporary-reduced-capacity', { retryAfter: 1 }]);
  expect(call('modest')).toBe('passed');
  expect(call('unseen')).toBe('passed');
  expect(meter.reducedCapacity).toEqual({ waiting: 0, overloaded: 1 });
});

it('refuses nothing without overload', () => {
  const { call, loopDelay } = process();
  loopDelay.overloaded = false;
  expect(call('busy')).toBe('passed');
});

it('lets a client in again once it is back within its share, or alone', () => {
  const { call, pass } = process();
  // 30 ms used are 10 ms beyond the credit of 20 ms, paid back in 50 ms at a fifth of the processor.
  pass(19);
  expect(call('busy')).not.toBe('passed');
  pass(1);
  expect(call('busy')).toBe('passed');
});

it('never refuses a client that calls alone', () => {
  let now = 0;
  const fairShare = new FairShare(
    () => now,
    () => {},
  );
  fairShare.enter('alone', 0.05, () => {
    now += 500;
  });
  expect(fairShare.exceeds('alone')).toBe(false);
});
