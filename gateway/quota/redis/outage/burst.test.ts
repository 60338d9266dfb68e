import { expect, it } from 'vitest';
import { LocalBursts } from './burst.ts';

it('admits as many calls per key as the policy allows', async () => {
  const bursts = new LocalBursts();
  const policy = { q: 3, w: 60 };
  const shown = [];
  for (let call = 0; call < 4; call += 1) shown.push(await bursts.take('key-1', policy));
  expect(shown.map(({ passes, left }) => [passes, left])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  expect(shown[3]?.seconds).toBe(60);
  expect(await bursts.take('key-2', policy)).toMatchObject({ passes: true });
});

it('applies a changed policy at once', async () => {
  const bursts = new LocalBursts();
  await bursts.take('key-1', { q: 1, w: 60 });
  expect(await bursts.take('key-1', { q: 1, w: 60 })).toMatchObject({ passes: false });
  expect(await bursts.take('key-1', { q: 2, w: 60 })).toMatchObject({ passes: true, left: 1 });
});

it('does not limit without a policy', async () => {
  expect(await new LocalBursts().take('key-1', null)).toEqual({
    passes: true,
    left: Number.POSITIVE_INFINITY,
    seconds: 0,
  });
});

it('shows the state without taking a token', async () => {
  const bursts = new LocalBursts();
  const policy = { q: 2, w: 60 };
  expect(await bursts.look('key-1', policy)).toEqual({ passes: true, left: 2, seconds: 0 });
  await bursts.take('key-1', policy);
  for (let look = 0; look < 3; look += 1) {
    expect(await bursts.look('key-1', policy)).toMatchObject({ passes: true, left: 1, seconds: 60 });
  }
  expect(await bursts.take('key-1', policy)).toMatchObject({ passes: true, left: 0 });
});
