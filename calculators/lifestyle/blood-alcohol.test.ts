import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bloodAlcohol } from './blood-alcohol.ts';
import cases from './reference/blood-alcohol.json' with { type: 'json' };

calculatorSuite(bloodAlcohol, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'alcohol', 'hours', 'age', 'height', 'elimination_rate', 'widmark_factor', 'method'],
    methods: ['watson', 'widmark', 'nhtsa', 'all'],
  },
  reference: cases,
  rises: { blood_alcohol_g_per_l: ['alcohol'], hours_until_zero: ['alcohol'] },
  falls: { blood_alcohol_g_per_l: ['weight', 'hours', 'height'] },
});

const drinker = { gender: 'male', weight: 80, height: 180, age: 35, alcohol: 40, hours: 2 };
const ask = (input: Readonly<Record<string, unknown>>) => {
  const answer = bloodAlcohol.answer({ ...drinker, ...input });
  return 'body' in answer ? { ...answer.body, profile: 0 } : answer;
};

it.each([
  ['watson', 0.15],
  ['widmark', 0.15],
  ['nhtsa', 0.17],
])('eliminates as by default with the rate that the formula of %s prints', (method, elimination_rate) => {
  const { range_g_per_l: _, ...usual } = Object(ask({ method }));
  expect(ask({ method, elimination_rate })).toMatchObject(usual);
});

it('uses Widmark where his factor is given, unless a method is named', () => {
  expect(ask({ widmark_factor: 0.68 })).toEqual(ask({ method: 'widmark' }));
  expect(ask({ widmark_factor: 0.68, method: 'watson' })).toEqual(ask({}));
});
