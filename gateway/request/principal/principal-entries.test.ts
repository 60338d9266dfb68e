import { expect, it } from 'vitest';
import { PrincipalEntries, tagOf } from './principal-entries.ts';

const entry = (keyId: string, plan = 'p') => ({
  principal: null,
  owner: { clientId: 'client', keyId, plan },
  asOf: 1,
  readAt: 0,
  notedAt: 0,
});

it('evicts the entries that were read first, a 200th of a full map at once', () => {
  const entries = new PrincipalEntries(400);
  const put = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) entries.put(`hash-${index}`, entry(`key-${index}`));
  };
  const held = () => Array.from({ length: 402 }, (_, index) => index).filter((index) => entries.get(`hash-${index}`));
  put(0, 400);
  // Read again: it is the newest now.
  put(0, 1);
  expect(held()).toHaveLength(400);
  put(400, 402);
  expect(held().slice(0, 2)).toEqual([0, 3]);
  expect(held()).toHaveLength(400);
  // A record of an evicted entry changes: there is nothing left to remove.
  entries.removeTagged('key-1', 2);
  entries.removeTagged('key-401', 2);
  expect(held().at(-1)).toBe(400);
});

it('removes the entries of a plan that do not include its change', () => {
  const entries = new PrincipalEntries(10);
  entries.put('old', entry('key-1'));
  entries.put('other', entry('key-2', 'q'));
  entries.put('later', { ...entry('key-3'), asOf: 2 });
  entries.put('unknown', { principal: null, owner: null, asOf: 1, readAt: 0, notedAt: 0 });
  entries.removeTagged(tagOf('plan', 'p'), 2);
  expect(['old', 'other', 'later', 'unknown'].filter((name) => entries.get(name) !== undefined)).toEqual([
    ...['other', 'later', 'unknown'],
  ]);
});
