import { expect, it } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

it('degrades beyond two seconds in either direction, and logs each change once', () => {
  let skew = 0;
  const logged: object[] = [];
  const watch = new ClockWatch({ skew: () => skew, log: { warn: (fields) => logged.push(fields) } });
  const at = (ms: number) => {
    skew = ms;
    watch.look();
    watch.look();
    return watch.health().state;
  };
  expect([at(0), at(2_000), at(-2_000)]).toEqual(['ok', 'ok', 'ok']);
  expect([at(2_001), at(300_000), at(1_900)]).toEqual(['degraded', 'degraded', 'degraded']);
  expect(watch.health()).toEqual({ state: 'degraded', reason: 'differs' });
  expect([at(1_500), at(-2_001)]).toEqual(['ok', 'degraded']);
  expect(logged).toEqual([{ skewMs: 2_001 }, { skewMs: 1_500 }, { skewMs: -2_001 }]);
  watch.stop();
});
