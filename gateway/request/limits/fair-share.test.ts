import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';

/** A `FairShare` with a simulated clock and event loop. `ran` lists the calls in the order in which they ran. */
function fairShare() {
  let now = 0;
  const turns: (() => void)[] = [];
  const ran: string[] = [];
  const share = new FairShare(
    () => now,
    (run) => turns.push(run),
  );
  return {
    share,
    ran,
    /** Enters a call that takes `costMs` milliseconds. */
    call: (party: string, costMs: number, name = party) =>
      share.enter(party, 0.05, () => {
        now += costMs;
        ran.push(name);
      }),
    pass: (ms: number) => {
      now += ms;
    },
    /** Runs one turn of the event loop; returns false if nothing was scheduled. */
    turn() {
      const run = turns.shift();
      run?.();
      return run !== undefined;
    },
  };
}

/** Party `b` has called, and party `a` has used all its credit of 20 ms. */
function contended() {
  const all = fairShare();
  all.call('b', 0);
  all.call('a', 30);
  all.ran.length = 0;
  return all;
}

describe('the fair share of the process', () => {
  it('runs every call of a lone party at once', () => {
    const { call, ran, turn } = fairShare();
    for (let at = 0; at < 100; at++) call('a', 50);
    expect(ran).toHaveLength(100);
    expect(turn()).toBe(false);
  });

  it('makes a party beyond its share wait while calls of other parties run at once', () => {
    const { call, ran, turn } = contended();
    call('a', 1);
    call('b', 1);
    expect(ran).toEqual(['b']);
    turn();
    expect(ran).toEqual(['b', 'a']);
  });

  it('returns to the event loop after each millisecond of waiting calls', () => {
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

  it('serves waiting parties in turn, one call each', () => {
    const { call, ran, turn } = fairShare();
    call('a', 100);
    call('c', 100);
    ran.length = 0;
    for (let at = 0; at < 3; at++) call('a', 1, `a${at}`);
    for (let at = 0; at < 2; at++) call('c', 1, `c${at}`);
    while (turn());
    expect(ran).toEqual(['a0', 'c0', 'a1', 'c1', 'a2']);
  });

  it('keeps the order of a party: no call overtakes a waiting one, even within the share again', () => {
    const { call, ran, pass, turn } = contended();
    call('a', 1, 'first');
    pass(1_000);
    call('a', 1, 'second');
    expect(ran).toEqual([]);
    while (turn());
    expect(ran).toEqual(['first', 'second']);
  });

  it('repays the debt of a party at a fifth of the elapsed time', () => {
    const { call, ran, pass } = contended();
    // A debt of 30 ms falls to the credit of 20 ms when 50 ms have passed since the work began.
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

  it('charges a call at least its minimum cost', () => {
    const { call, ran } = fairShare();
    call('b', 0);
    // At 0.05 ms each, the credit of 20 ms covers 400 calls; a call that finds a larger debt waits.
    for (let at = 0; at < 410; at++) call('a', 0);
    expect(ran.filter((name) => name === 'a').length).toBeOneOf([400, 401]);
  });

  it('lets a party exceed its share beside a few calls of others, and for a second after many', () => {
    const { share, call, pass } = fairShare();
    call('a', 100);
    for (let at = 0; at < 10; at++) for (const party of ['b', 'a']) call(party, 0);
    expect(share.exceeds('a')).toBe(false);
    for (let at = 0; at < 10; at++) for (const party of ['b', 'a']) call(party, 0);
    expect([share.exceeds('a'), share.exceeds('b')]).toEqual([true, false]);
    // However many there were, they count as at most forty, and twenty are forgotten in a second.
    pass(900);
    call('a', 300);
    expect(share.exceeds('a')).toBe(false);
  });

  it('charges what a call does after its body was read', () => {
    const { share, call, pass, ran } = fairShare();
    for (let at = 0; at < 20; at++) for (const party of ['b', 'a']) call(party, 0);
    call('a', 1);
    share.resume('a', () => pass(29));
    expect(share.exceeds('a')).toBe(true);
    call('a', 1, 'waits');
    expect(ran).not.toContain('waits');
  });

  it('refuses the 1,001st waiting call of a party, and no call of another party', () => {
    const { call } = contended();
    const taken = Array.from({ length: 1_001 }, () => call('a', 1));
    expect(taken.lastIndexOf(true)).toBe(999);
    expect(taken[1_000]).toBe(false);
    expect(call('b', 0)).toBe(true);
  });

  it('forgets parties without a debt', () => {
    const { share, call, pass } = fairShare();
    for (let at = 0; at < 20; at++) for (const party of ['b', 'a']) call(party, 0);
    call('a', 4_000);
    for (let at = 0; at < 10_000; at++) {
      call(`other ${at}`, 0);
      pass(0.3);
    }
    expect(share.size).toBeLessThanOrEqual(100);
    // Three seconds repay 600 ms of its four seconds.
    expect(share.exceeds('a')).toBe(true);
  });

  it('forgets no party whose calls wait', () => {
    const { share, call, pass, ran, turn } = contended();
    call('a', 1, 'waits');
    for (let at = 0; at < 10_000; at++) {
      call(`other ${at}`, 0.001);
      pass(1);
    }
    expect(share.size).toBeLessThanOrEqual(100);
    expect(call('a', 1, 'waits behind it')).toBe(true);
    while (turn());
    expect(ran.slice(-2)).toEqual(['waits', 'waits behind it']);
  });
});
