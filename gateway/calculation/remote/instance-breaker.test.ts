import { describe, expect, it } from 'vitest';
import { InstanceBreaker } from './instance-breaker.ts';

function breaker() {
  const turns: boolean[] = [];
  return { turns, one: new InstanceBreaker((open) => turns.push(open)) };
}

describe('a breaker', () => {
  it('opens at the fifth failure in a row, regardless of earlier successes', () => {
    const { one, turns } = breaker();
    for (let call = 0; call < 1_000; call++) one.succeeded();
    for (let call = 0; call < 4; call++) one.failed();
    expect(one.open).toBe(false);
    one.failed();
    expect(one.open).toBe(true);
    expect(turns).toEqual([true]);
  });

  it('opens if every second call fails', () => {
    const { one } = breaker();
    let calls = 0;
    for (; !one.open && calls < 100; calls += 2) {
      one.failed();
      one.succeeded();
    }
    // Before the nth failure the balance is (n - 1) / 2, and the failure adds 1: the ninth makes it 5.
    expect(calls).toBe(2 * 9);
  });

  it('stays closed if one call in four fails', () => {
    const { one } = breaker();
    for (let call = 0; call < 400; call++) call % 4 === 0 ? one.failed() : one.succeeded();
    expect(one.open).toBe(false);
  });

  it('stays open until a probe finds the instance healthy, however calls in progress end', () => {
    const { one, turns } = breaker();
    for (let call = 0; call < 5; call++) one.failed();
    one.failed();
    one.succeeded();
    one.found(false);
    expect(one.open).toBe(true);
    one.found(true);
    expect(one.open).toBe(false);
    expect(turns).toEqual([true, false]);
  });

  it('starts from zero when it closes', () => {
    const { one } = breaker();
    for (let call = 0; call < 5; call++) one.failed();
    one.found(true);
    for (let call = 0; call < 4; call++) one.failed();
    expect(one.open).toBe(false);
  });
});
