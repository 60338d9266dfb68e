import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { heartRateZones } from './heart-rate-zones.ts';
import { maxHeartRate } from './max-heart-rate.ts';
import { maxHeartRateEquations } from './max-heart-rate-equations.ts';
import cases from './reference/heart-rate-zones.json' with { type: 'json' };

calculatorSuite(heartRateZones, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'max_heart_rate', 'resting_heart_rate', 'method'],
    methods: [
      'karvonen',
      'percent_of_max',
      'tanaka',
      'fox',
      'gellish',
      'gellish_nonlinear',
      'nes',
      'gulati',
      'inbar',
      'all',
    ],
  },
  reference: cases,
  rises: { heart_rate_reserve_bpm: ['max_heart_rate'] },
  falls: { heart_rate_reserve_bpm: ['resting_heart_rate'] },
});

const zonesOf = (input: Readonly<Record<string, unknown>>) => {
  const answer = heartRateZones.answer(input, { detail: 'full' });
  return 'body' in answer ? answer.body : answer;
};

it.each(Object.keys(maxHeartRateEquations))(
  'estimates the highest heart rate by %s as max-heart-rate does',
  (method) => {
    const { body } = Object(maxHeartRate.answer({ age: 47, method }));
    expect(zonesOf({ age: 47, method })).toMatchObject({
      max_heart_rate_bpm: body.max_heart_rate_bpm,
      details: { equation: { key: method } },
    });
  },
);

it('takes shares of the reserve where a resting rate is given', () => {
  // 220 − 40 = 180; 60 + 0.5 · 120 = 120
  expect(zonesOf({ age: 40, resting_heart_rate: 60, method: 'fox' })).toMatchObject({
    zones: { zone_1: { min_bpm: 120 } },
    details: { notes: expect.arrayContaining([expect.stringContaining('reserve')]) },
  });
  // 0.5 · 180 = 90
  expect(zonesOf({ age: 40, method: 'fox' })).toMatchObject({
    zones: { zone_1: { min_bpm: 90 } },
    details: { notes: expect.arrayContaining([expect.stringContaining('of the highest heart rate')]) },
  });
});

it('refuses an equation for a highest heart rate that is given', () => {
  expect(zonesOf({ age: 40, max_heart_rate: 190, method: 'fox' })).toMatchObject({
    problems: [{ field: 'max_heart_rate', message: 'max_given_twice' }],
  });
});

it('warns at ages that the named equation was not fitted for', () => {
  expect(zonesOf({ age: 25, method: 'gellish' })).toHaveProperty('warnings');
  expect(zonesOf({ age: 25, method: 'nes' })).not.toHaveProperty('warnings');
});
