import { expect, it } from 'vitest';
import { queryWithoutKey } from './query-without-key.ts';

it.each([
  ['/x', ''],
  ['/x?', ''],
  ['/x?apikey=vg_1', ''],
  ['/x?apikey=vg_1&b=2', '?b=2'],
  ['/x?a=1&apikey=vg_1&b=2', '?a=1&b=2'],
  ['/x?a=%31&apikey=vg_1&apikey=vg_2', '?a=%31'],
  ['/x?a=1&%61pikey=vg_1', '?a=1'],
  ['/x?apike%79=vg_1&a=b+c', '?a=b+c'],
  ['/x?a=1&apikey', '?a=1'],
  ['/x?a=apikey&APIKEY=1&apikeys=2', '?a=apikey&APIKEY=1&apikeys=2'],
])('the query of %s without its key is %j, otherwise unchanged', (url, rest) => {
  expect(queryWithoutKey(url, true)).toBe(rest);
});

it('a query without a key is unchanged', () => {
  expect(queryWithoutKey('/x?a=%61&&b=', false)).toBe('?a=%61&&b=');
});
