import { expect, it } from 'vitest';
import { Bench } from '../testing/admission.fixture.ts';
import { RESULT } from '../testing/contract/caller.ts';
import { NewKeys } from './new-keys.ts';

const DAY = 86_400_000;

it('are bounded over all clients for a day from the first one', () => {
  const keys = new NewKeys(3);
  for (const key of ['a', 'b', 'b']) keys.charged(key, 1_000);
  expect(keys.isFull(1_000)).toBe(false);
  keys.charged('c', 2_000);
  expect([keys.isFull(2_000), keys.isFull(1_000 + DAY - 1), keys.isFull(1_000 + DAY)]).toEqual([true, true, false]);
  keys.charged('d', 1_000 + DAY);
  expect(keys.isFull(1_000 + DAY)).toBe(false);
});

it('beyond the bound, calls with a key get no decision and calls without one go on', async () => {
  const bench = new Bench({ newKeys: new NewKeys(2) });
  const keyed = (client: string, key: string) =>
    bench.outcome({ client, item: { ...RESULT, once: { key, print: 'print', place: 0 } } });
  // A repeated call keeps no new key.
  expect([await keyed('client-1', 'a'), await keyed('client-1', 'a')]).toEqual(['admitted', 'admitted']);
  expect([await keyed('client-2', 'b')]).toEqual(['admitted']);
  await expect(keyed('client-3', 'c')).rejects.toThrow('admission is not available');
  expect(await bench.outcome({ client: 'client-3' })).toBe('admitted');
});
