import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/tdee.json' with { type: 'json' };
import { tdee } from './tdee.ts';

calculatorSuite(tdee, {
  contract: {
    since: 'classic',
    aliases: ['tee', 'maintenance-calorie'],
    inputs: ['weight', 'height', 'age', 'gender', 'activity_level', 'body_fat', 'method'],
    methods: ['mifflin_st_jeor', 'harris_benedict_1984', 'katch_mcardle'],
  },
  reference: cases,
  rises: { tdee: ['weight', 'height'] },
  falls: { tdee: ['age'] },
});

const metadata = { endpoint_name: 'tdee', authenticated: true };
const person = { weight: '82', height: '178', age: '34', gender: 'male', activity_level: 'moderately_active' };
const ask = (change: Record<string, string> = {}) => tdee.answer({ ...person, ...change }, { texts: true, metadata });

it('answers exactly the members of the contract, in its order', () => {
  const answer = ask();
  expect('body' in answer && JSON.stringify(answer.body)).toBe(
    '{"tdee":2739.63,"bmr":1767.5,"activity_multiplier":1.55,"profile":{"age":34,"weight_kg":82,"height_cm":178,' +
      '"gender":"male","activity_level":"moderately_active"},"language":"en",' +
      '"_api_metadata_":{"endpoint_name":"tdee","authenticated":true}}',
  );
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
