import { expect, it } from 'vitest';
import { AdmissionWatch } from './admission-watch.ts';

it('is degraded for ten seconds after a failure, even after later decisions', () => {
  let now = 0;
  const watch = new AdmissionWatch(() => now);
  expect(watch.health()).toEqual({ state: 'ok' });
  watch.failed();
  watch.decided('admitted');
  now = 9_999;
  expect(watch.health()).toEqual({ state: 'degraded', reason: 'failing' });
  now = 10_000;
  expect(watch.health()).toEqual({ state: 'ok' });
});

it('is down after ten failures in a row, and not if a decision came in between', () => {
  const watch = new AdmissionWatch(() => 0);
  for (let call = 0; call < 9; call += 1) watch.failed();
  watch.decided('month');
  for (let call = 0; call < 9; call += 1) watch.failed();
  expect(watch.health().state).toBe('degraded');
  watch.failed();
  expect(watch.health()).toEqual({ state: 'down', reason: 'failing' });
  watch.decided('burst');
  expect(watch.health().state).toBe('degraded');
});

it('is ok again ten seconds after the last failure, so that calls return', () => {
  let now = 0;
  const watch = new AdmissionWatch(() => now);
  for (let call = 0; call < 100; call += 1) watch.failed();
  now = 10_000;
  expect(watch.health()).toEqual({ state: 'ok' });
  watch.failed();
  expect(watch.health().state).toBe('down');
});
