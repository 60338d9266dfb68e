import { expect, it } from 'vitest';
import { Pacer } from './pacer.ts';

/** A pacer that starts at 100 ms, and the calls it has sent: [connection, call]. */
function paced(pace: { calls: number; interval: number }, connections: number): { pacer: Pacer; sent: number[][] } {
  const sent: number[][] = [];
  return { pacer: new Pacer(100, pace, connections, (...call) => sent.push(call)), sent };
}

it('sends each call at its time, and not before, also while earlier calls are unanswered', () => {
  const { pacer, sent } = paced({ calls: 3, interval: 2 }, 3);
  pacer.sendDue(99.9);
  expect(sent).toEqual([]);
  pacer.sendDue(100);
  pacer.sendDue(101.9);
  expect(sent).toEqual([[0, 0]]);
  pacer.sendDue(102);
  expect(sent).toHaveLength(2);
  // Two steps late: the third call is sent, and there is no fourth.
  pacer.sendDue(108);
  expect(sent).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});

it('counts the wait for a connection: a stall of one answer shows in all calls that it held back', () => {
  const { pacer, sent } = paced({ calls: 4, interval: 1 }, 1);
  pacer.sendDue(100);
  // The server stalls for 10 ms; then each call takes 0.5 ms.
  for (const now of [110, 110.5, 111, 111.5]) {
    pacer.sendDue(now - 0.5);
    pacer.answered(0, now);
  }
  // Scheduled at 100, 101, 102, 103. Measured from the sending it would be 10, 0.5, 0.5, 0.5.
  expect(pacer.latencies).toEqual([10, 9.5, 9, 8.5]);
  expect(sent).toHaveLength(4);
});

it('takes the connection that has been free the longest', () => {
  const { pacer, sent } = paced({ calls: 4, interval: 1 }, 2);
  pacer.sendDue(101);
  pacer.answered(1, 101.2);
  pacer.answered(0, 101.4);
  pacer.sendDue(103);
  expect(sent.slice(2)).toEqual([
    [1, 2],
    [0, 3],
  ]);
});

it('is done when every call is answered, not when every call is sent', () => {
  const { pacer } = paced({ calls: 2, interval: 0 }, 2);
  pacer.sendDue(100);
  pacer.answered(0, 101);
  expect(pacer.done).toBe(false);
  pacer.answered(1, 103);
  expect(pacer.done).toBe(true);
  expect(pacer.latencies).toEqual([1, 3]);
});

it('refuses an answer to no call', () => {
  const { pacer } = paced({ calls: 1, interval: 1 }, 1);
  pacer.sendDue(100);
  pacer.answered(0, 101);
  expect(() => pacer.answered(0, 102)).toThrow('without a call on connection 0');
});
