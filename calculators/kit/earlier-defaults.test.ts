import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CalculatorDefinition,
  defineCalculator,
  defineFamily,
  equationDate,
  field,
  method,
  result,
} from './index.ts';

const family = defineFamily('heart', new URL('../heart/messages/', import.meta.url));
const equations = {
  tanaka: { formula: 'x', sources: [], date: '2025-01-01' },
  gellish: { formula: 'x', sources: [{ citation: 'A. J Appl Physiol 1957;35:307-315' }] },
  fox: { formula: 'x', sources: [] },
};
const input = z.object({
  load: field.quantity({ min: 0, max: 10 }),
  method: method(equations, { all: true }),
  share: field.percentage({ min: 0, max: 100 }).default(50),
});
const output = z.object({ first: result.constant(), share: result.percent() });
type Earlier = NonNullable<CalculatorDefinition<typeof input, typeof output>['earlier']>;

const defined = (earlier: Earlier) =>
  defineCalculator({
    name: 'probe',
    family,
    since: 'v1.0.0',
    input,
    output,
    profile: ['load'],
    equations,
    earlier,
    examples: [],
    calculate: ({ method, share }) => ({ first: method === 'fox' ? 1 : 0, share }),
  });

const probe = defined([
  { before: '2025-01-01', defaults: { method: 'gellish' } },
  { before: '2021-01-01', defaults: { method: 'fox', share: 20 } },
]);
const ask = (asOf: string | undefined, inputs = {}) => {
  const answer = probe.answer({ load: 1, ...inputs }, { asOf, detail: 'full' });
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.body;
};

describe('the defaults of a day', () => {
  it.each([
    [undefined, 'tanaka', 50],
    ['2026-01-01', 'tanaka', 50],
    ['2025-01-01', 'tanaka', 50],
    ['2024-12-31', 'gellish', 50],
    ['2021-01-01', 'gellish', 50],
    ['2020-12-31', 'fox', 20],
  ])('as of %s are %s and %d', (day, equation, share) => {
    expect(ask(day)).toMatchObject({ share, details: { equation: { id: `probe/${equation}` } } });
  });

  it('leave what the caller gives', () => {
    expect(ask('2019-06-01', { method: 'tanaka', share: 70 })).toMatchObject({
      first: 0,
      share: 70,
      details: { equation: { key: 'tanaka' } },
    });
  });

  it('stand on top of method=all', () => {
    const body = ask('2019-06-01', { method: 'all' });
    expect(body).toMatchObject({
      first: 1,
      method: 'fox',
      details: { equation: { id: 'probe/fox', key: 'all' } },
    });
  });

  it('hold for the picture', () => {
    expect(probe.calculation({ load: 1 }, { asOf: '2019-06-01' })?.results).toEqual({ first: 1, share: 20 });
  });

  it.each(['2025-02-29', 'yesterday', ''])('are refused for %j, which is no date', (day) => {
    expect(() => ask(day)).toThrow(RangeError);
  });
});

it.each<[string, Earlier]>([
  [
    'out of order',
    [
      { before: '2021-01-01', defaults: {} },
      { before: '2025-01-01', defaults: {} },
    ],
  ],
  ['of no day', [{ before: '2025-02-30', defaults: {} }]],
  ['of a day before the record', [{ before: '2017-01-01', defaults: {} }]],
  ['of an unknown input', [{ before: '2025-01-01', defaults: { colour: 'red' } }]],
  ['of an unknown equation', [{ before: '2025-01-01', defaults: { method: 'fourth' } }]],
  ['out of bounds', [{ before: '2025-01-01', defaults: { share: 101 } }]],
])('refuses earlier defaults %s', (_, earlier) => {
  expect(() => defined(earlier)).toThrow(RangeError);
});

it.each([
  ['its own date', { date: '2025-01-01', citation: 'A. Lancet 1957;1:3' }, '2025-01-01'],
  ['the year before the volume', { citation: 'B. 2013 ACC guideline. Circulation 2014;129:49-73' }, '2014'],
  ['the last word', { citation: 'C. 2000 CDC growth charts. Vital Health Stat 11(246). 2002' }, '2002'],
  ['the only year', { citation: 'ISO 7243:2017. Ergonomics' }, '2017'],
  ['none', { citation: 'A convention of 90 minutes' }, undefined],
])('the date of an equation is %s', (_, { citation, ...own }: { date?: string; citation: string }, date) => {
  expect(equationDate({ formula: 'x', sources: [{ citation }], ...own })).toBe(date);
});
