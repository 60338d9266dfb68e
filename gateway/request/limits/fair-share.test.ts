import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';

/** A share with a clock and an event loop of the test. `ran` has the calls in the order in which they ran. */
function fairShare() {
  let now = 0;
  const turns: (() => void)[] = [];
  const ran: string[] = [];
  const share = new FairShare(
    () => now,
    (run) => turns.push(run),
  );
  return {
    ran,
    /** A call that takes so many milliseconds. */
    call: (party: string, costMs: number, name = party) =>
      share.enter(party, 0.05, () => {
        now += costMs;
        ran.push(name);
      }),
    pass: (ms: number) => {
      now += ms;
    },
    /** One turn of the event loop; false if nothing waits for it. */
    turn() {
      const run = turns.shift();
      run?.();
      return run !== undefined;
    },
  };
}

/** A second party calls, and the first one has used all its credit of 20 ms. */
function contended() {
  const all = fairShare();
  all.call('b', 0);
  all.call('a', 30);
  all.ran.length = 0;
  return all;
}

describe('the fair share of the process', () => {
  it('lets a party that is alone run everything at once, however much', () => {
    const { call, ran, turn } = fairShare();
    for (let at = 0; at < 100; at++) call('a', 50);
    expect(ran).toHaveLength(100);
    expect(turn()).toBe(false);
  });

  it('lets a party beyond its share wait while others call, and those run at once', () => {
    const { call, ran, turn } = contended();
    call('a', 1);
    call('b', 1);
    expect(ran).toEqual(['b']);
    turn();
    expect(ran).toEqual(['b', 'a']);
  });

  it('looks at the sockets after each millisecond of waiting calls', () => {
    const { call, ran, turn } = contended();
    for (let at = 0; at < 5; at++) call('a', 0.5, `a${at}`);
    expect(turn()).toBe(true);
    expect(ran).toEqual(['a0', 'a1']);
    call('b', 0);
    expect(turn()).toBe(true);
    expect(ran).toEqual(['a0', 'a1', 'b', 'a2', 'a3']);
    expect(turn()).toBe(true);
    expect(turn()).toBe(false);
    expect(ran.at(-1)).toBe('a4');
  });

  it('serves parties that wait in turn, one call each', () => {
    const { call, ran, turn } = fairShare();
    call('a', 100);
    call('c', 100);
    ran.length = 0;
    for (let at = 0; at < 3; at++) call('a', 1, `a${at}`);
    for (let at = 0; at < 2; at++) call('c', 1, `c${at}`);
    while (turn());
    expect(ran).toEqual(['a0', 'c0', 'a1', 'c1', 'a2']);
  });

  it('keeps the order of a party: no call overtakes those that wait, even within the share again', () => {
    const { call, ran, pass, turn } = contended();
    call('a', 1, 'first');
    pass(1_000);
    call('a', 1, 'second');
    expect(ran).toEqual([]);
    while (turn());
    expect(ran).toEqual(['first', 'second']);
  });

  it('gives the share back with time: a fifth of it', () => {
    const { call, ran, pass } = contended();
    // 30 ms of work are down to the credit of 20 ms when 50 ms have passed since they began.
    pass(19);
    call('b', 0);
    call('a', 0, 'still waits');
    expect(ran).toEqual(['b']);
    const later = contended();
    later.pass(21);
    later.call('b', 0);
    later.call('a', 0);
    expect(later.ran).toEqual(['b', 'a']);
  });

  it('counts what a call is said to cost at least', () => {
    const { call, ran } = fairShare();
    call('b', 0);
    // 0.05 ms each: 20 ms of credit are 400 calls, and the one that finds more than that waits.
    for (let at = 0; at < 410; at++) call('a', 0);
    expect(ran.filter((name) => name === 'a').length).toBeOneOf([400, 401]);
  });

  it('refuses the 1,001st call of a party that waits, and no call of another', () => {
    const { call } = contended();
    const taken = Array.from({ length: 1_001 }, () => call('a', 1));
    expect(taken.lastIndexOf(true)).toBe(999);
    expect(taken[1_000]).toBe(false);
    expect(call('b', 0)).toBe(true);
  });
});
