import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCalculator, type Family, field, result } from './index.ts';

const family: Family = {
  name: 'test',
  folder: new URL('./messages/', import.meta.url),
  messages: { languages: ['en'], find: () => undefined, text: (_, key) => key, keys: () => [] },
};

/** A calculator that returns anything, as one in JavaScript can. */
function returning(results: () => unknown) {
  return defineCalculator({
    name: 'broken',
    family,
    since: 'v1.0.0',
    input: z.object({ weight: field.weight() }),
    output: z.object({
      one_kg: result.kilograms(),
      two: result.rounded(2).nullable(),
      three: z.object({ four: result.ratio() }).optional(),
      five: z.array(z.object({ six: result.constant() })).optional(),
    }),
    profile: [],
    equations: { one: { formula: '1', sources: [] } },
    examples: [],
    calculate: () => results() as { one_kg: number; two: null },
  });
}

const good = { one_kg: 1, two: null };

it('a result may be missing or null where its schema says so', () => {
  expect(returning(() => good).answer({ weight: 80 })).toMatchObject({ body: { one_kg: 1, two: null } });
});

it.each([
  ['a promise', () => Promise.resolve(good), 'must not be async'],
  ['a promise that is rejected', () => Promise.reject(new Error('late')), 'must not be async'],
  ['nothing', () => undefined, 'must return an object'],
  ['a number', () => 7, 'must return an object'],
  ['a missing result', () => ({ two: null }), 'returned no one_kg'],
  ['null for a number', () => ({ ...good, one_kg: null }), 'returned null as one_kg'],
  ['NaN', () => ({ ...good, one_kg: Number.NaN }), 'no finite number as one_kg'],
  ['Infinity', () => ({ ...good, two: Number.POSITIVE_INFINITY }), 'no finite number as two'],
  ['a number that rounding makes infinite', () => ({ ...good, two: 1e308 }), 'no finite number as two'],
  ['a text for a number', () => ({ ...good, two: 'much' }), 'no finite number as two'],
  ['NaN inside an object', () => ({ ...good, three: { four: Number.NaN } }), 'no finite number as four'],
  ['NaN inside a list', () => ({ ...good, five: [{ six: Number.NaN }] }), 'no finite number as six'],
])('%s is no result: the call fails', (_, results, message) => {
  expect(() => returning(results).answer({ weight: 80 })).toThrow(message);
});
