import { expect, it } from 'vitest';
import { growthCalculators } from './index.ts';

function ask(name: string, input: Readonly<Record<string, unknown>>) {
  const calculator = growthCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input);
}

const boy = { gender: 'male', age_months: 60 };

it.each([
  ['bmi-for-age', { ...boy, height: 110, weight: 0.5, method: 'cdc' }, 'bmi', 'weight, height'],
  // The heaviest children of five years were far from 150 kg.
  ['bmi-for-age', { ...boy, height: 110, weight: 200 }, 'weight', 'weight, age_months'],
  ['bmi-for-age', { ...boy, height: 110, weight: 140 }, 'z_score', 'age_months, weight, height'],
  ['weight-for-age', { ...boy, weight: 300 }, 'weight', 'weight, age_months'],
  // Robert Wadlow measured 107 cm at one year.
  ['bmi-for-age', { ...boy, age_months: 8, height: 120, weight: 12 }, 'height', 'height, age_months'],
  [
    'weight-for-height',
    { gender: 'female', height: 110, weight: 0.5, position: 'standing', method: 'cdc' },
    'bmi',
    'weight, height',
  ],
  ['height-for-age', { ...boy, age_months: 0, height: 110 }, 'z_score', 'age_months, height'],
])('%s refuses the impossible measure of %j', (name, input, refused, inputs) => {
  expect(ask(name, input)).toMatchObject({
    problems: [{ code: 'implausible', values: { result: refused, inputs } }],
  });
});

it('accepts the heaviest children: 60 kg at three years', () => {
  // WHO 2006, day 1096: SD3 20.7275 kg, SD2 18.3150 kg; by hand 3 + (60 − 20.7275) / 2.4125 = 19.279.
  const answer = ask('weight-for-age', { gender: 'male', age_months: 36, weight: 60 });
  expect(answer).toMatchObject({ body: { z_score: 19.28 } });
});

it('grades obesity from the 95th percentile on', () => {
  const at = (weight: number) => ask('bmi-for-age', { ...boy, age_months: 120.5, height: 140, weight, method: 'cdc' });
  for (let weight = 40; weight < 47; weight += 0.05) {
    const answer = at(weight);
    if (!('body' in answer)) throw new Error(JSON.stringify(answer));
    expect('obesity_class' in answer.body).toBe(answer.body.category === 'obesity');
  }
});
