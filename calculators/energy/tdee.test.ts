import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { basalMetabolicRateCalculator } from './basal-metabolic-rate.ts';
import cases from './reference/tdee.json' with { type: 'json' };
import { tdee } from './tdee.ts';

calculatorSuite(tdee, {
  contract: {
    since: 'classic',
    aliases: ['tee', 'maintenance-calorie'],
    inputs: ['weight', 'height', 'age', 'gender', 'activity_level', 'activity_factor', 'body_fat', 'method'],
    methods: [
      'mifflin_st_jeor',
      'harris_benedict_1919',
      'harris_benedict_1984',
      'katch_mcardle',
      'cunningham_1980',
      'schofield',
      'schofield_height',
      'henry',
      'henry_height',
      'fao_who_unu_1985',
      'owen',
    ],
  },
  reference: cases,
  rises: { tdee: ['weight', 'height'] },
  falls: { tdee: ['age'] },
});

const metadata = { endpoint_name: 'tdee', authenticated: true };
const person = { weight: '82', height: '178', age: '34', gender: 'male', activity_level: 'moderately_active' };
const quietly = { weight: 82, height: 178, age: 34, gender: 'male' };
const ask = (change: Record<string, string> = {}) => tdee.answer({ ...person, ...change }, { texts: true, metadata });

it('answers exactly the members of the contract, in its order', () => {
  const answer = ask();
  expect('body' in answer && JSON.stringify(answer.body)).toBe(
    '{"tdee":2739.63,"bmr":1767.5,"activity_multiplier":1.55,"profile":{"age":34,"weight_kg":82,"height_cm":178,' +
      '"gender":"male","activity_level":"moderately_active"},"language":"en",' +
      '"_api_metadata_":{"endpoint_name":"tdee","authenticated":true}}',
  );
});

it('takes the level or its factor, not both, and asks for the level without either', () => {
  const { activity_level: _, ...quiet } = person;
  const day = (activity: Record<string, string>) => tdee.answer({ ...quiet, ...activity }, { texts: true });
  expect(day({ activity_factor: '1.55' })).toMatchObject({
    body: { tdee: 2739.63, profile: { activity_factor: 1.55 } },
  });
  expect(day({ activity_factor: '1.55', activity_level: 'sedentary' })).toMatchObject({
    problems: [{ field: 'activity_factor', message: 'activity_given_twice' }],
  });
  expect(day({})).toMatchObject({ problems: [{ field: 'activity_level', code: 'missing' }] });
});

it('draws the expenditure along the factor that is given', () => {
  const { activity_level: _, ...quiet } = person;
  const picture = tdee.picture({ ...quiet, activity_factor: '1.6' }, { texts: true });
  expect(picture).toMatchObject({ kind: 'curves', point: { x: 1.6, y: 2828 } });
});

it('answers by every equation as basal-metabolic-rate does', () => {
  for (const [method] of tdee.equations) {
    const body = { ...quietly, body_fat: 20, method };
    const { bmr } = Object(basalMetabolicRateCalculator.answer(body)).body;
    expect(tdee.answer({ ...body, activity_factor: 1 })).toMatchObject({ body: { tdee: bmr, bmr } });
  }
});

it('echoes metric inputs unrounded', () => {
  expect(ask({ weight: '82.123456' })).toMatchObject({ body: { profile: { weight_kg: 82.123456 } } });
});

it.each(['17', '101'])('refuses the age %s: the equations are for adults from 18 to 100', (age) => {
  expect(ask({ age })).toMatchObject({ problems: [{ field: 'age' }] });
});

it('needs body fat for Katch-McArdle and says so', () => {
  expect(ask({ method: 'katch_mcardle' })).toMatchObject({
    problems: [{ field: 'body_fat', code: 'missing', values: { method: 'katch_mcardle' } }],
  });
});

// 88.362 + 13.397·82 + 4.799·178 − 5.677·34 = 88.362 + 1098.554 + 854.222 − 193.018 = 1848.12
it('computes Harris-Benedict 1984 for men', () => {
  expect(ask({ method: 'harris' })).toMatchObject({ body: { bmr: 1848.12, tdee: 2864.59 } });
});
