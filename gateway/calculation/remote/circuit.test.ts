import { expect, it } from 'vitest';
import { Circuit, type CircuitEnd } from './circuit.ts';
import { Instance } from './instance.ts';

function circuit() {
  const changed: (string | null)[] = [];
  const options = { most: 1, connectMs: 1, changed: () => undefined };
  const instance = new Instance(new URL('http://127.0.0.1:1'), options);
  const one = new Circuit('bmi', instance, (_circuit, reason) => changed.push(reason));
  const call = (outcome: CircuitEnd, now = 0) => one.end(outcome, one.start(), now, 'status 500');
  const open = (now = 0) => {
    for (let failures = 0; failures < 5; failures++) call('failed', now);
  };
  return { changed, instance, one, call, open };
}

it('opens at the fifth failure in a row, and says why once', () => {
  const { one, call, changed, instance } = circuit();
  for (let calls = 0; calls < 4; calls++) call('failed');
  expect([one.open, instance.circuitsOpen]).toEqual([false, 0]);
  call('failed');
  expect([one.open, instance.circuitsOpen]).toEqual([true, 1]);
  expect(changed).toEqual(['status 500']);
});

it('is not affected by calls that say nothing about the calculator', () => {
  const { one, call } = circuit();
  for (let calls = 0; calls < 100; calls++) call('spared');
  expect([one.open, one.running]).toEqual([false, 0]);
});

it('admits one trial at a time after a second, and closes at its success', () => {
  const { one, changed, open, instance } = circuit();
  open(0);
  expect([one.admits(999), one.admits(1_000)]).toEqual([false, true]);
  const trial = one.start();
  expect([trial, one.admits(1_000)]).toEqual([true, false]);
  one.end('succeeded', trial, 1_100);
  expect([one.open, one.admits(1_100), instance.circuitsOpen]).toEqual([false, true, 0]);
  expect(changed).toEqual(['status 500', null]);
});

it('doubles the pause at each failed trial, up to 30 seconds', () => {
  const { one, open, call } = circuit();
  open(0);
  let now = 1_000;
  for (const pause of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    call('failed', now);
    expect([one.admits(now + pause - 1), one.admits(now + pause)]).toEqual([false, true]);
    now += pause;
  }
});

it('keeps the trial due if it is spared, and ignores the ends of calls from before', () => {
  const { one, open, call } = circuit();
  const early = one.start();
  open(0);
  one.end('succeeded', early, 10);
  expect(one.admits(10)).toBe(false);
  call('spared', 1_000);
  expect([one.open, one.admits(1_000)]).toEqual([true, true]);
});
