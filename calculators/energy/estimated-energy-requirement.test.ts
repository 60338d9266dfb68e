import { describe, expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { estimatedEnergyRequirement } from './estimated-energy-requirement.ts';
import cases from './reference/estimated-energy-requirement.json' with { type: 'json' };

calculatorSuite(estimatedEnergyRequirement, {
  contract: {
    since: 'classic',
    aliases: ['eer'],
    inputs: [
      'gender',
      'age',
      'age_months',
      'weight',
      'height',
      'activity_level',
      'condition',
      'gestational_weeks',
      'pre_pregnancy_weight',
      'months_since_birth',
      'method',
    ],
    methods: ['nasem_2023', 'iom_2005', 'all'],
  },
  reference: cases,
  rises: { eer: ['weight', 'height'] },
});

const ask = (input: Readonly<Record<string, unknown>>) => estimatedEnergyRequirement.answer(input, { detail: 'full' });
const woman = { gender: 'female', age: 30, weight: 70, height: 165, activity_level: 'low_active' };
// 575.77 − 7.01 · 30 + 6.60 · 165 + 12.14 · 70 = 2304.27
const BEFORE = 2304.27;

describe('below three years', () => {
  const girl = { gender: 'female', weight: 6, height: 60 };

  // −69.15 + 80 · months / 12 + 2.65 · 60 + 54.15 · 6 = 414.75 + 80 · months / 12, and the energy for growth
  it.each([
    [0, 594.75],
    [2.99, 614.68],
    [3, 494.75],
    [5.99, 514.68],
    [6, 474.75],
    [11.99, 514.68],
    [12, 509.75],
    [35.99, 669.68],
  ])('a girl of %d months needs %d kcal', (age_months, eer) => {
    expect(ask({ ...girl, age_months })).toMatchObject({ body: { eer } });
  });

  it('does not depend on the activity level, and says so', () => {
    const { body } = Object(ask({ ...girl, age_months: 5, activity_level: 'active' }));
    expect(body.eer).toBe(Object(ask({ ...girl, age_months: 5 })).body.eer);
    expect(body.details.notes).toContainEqual(expect.stringContaining('activity'));
  });

  it('takes one age only, and misses both age and activity level without it', () => {
    expect(ask({ ...girl, age: 3, age_months: 5 })).toMatchObject({ problems: [{ field: 'age_months' }] });
    expect(ask(girl)).toMatchObject({
      problems: [
        { field: 'age', code: 'missing' },
        { field: 'activity_level', code: 'missing' },
      ],
    });
  });
});

describe('in pregnancy', () => {
  const pregnant = { ...woman, condition: 'pregnant', pre_pregnancy_weight: 62 };

  it('is that of before in the first trimester', () => {
    expect(ask({ ...pregnant, gestational_weeks: 13 })).toMatchObject({ body: { eer: BEFORE } });
    expect(ask({ ...woman, condition: 'pregnant', gestational_weeks: 13 })).toMatchObject({ body: { eer: BEFORE } });
  });

  // 693.35 − 61.2 + 945.45 + 714 + 9.16 · 20 = 2474.8, and the stored energy by the BMI at 1.65 m (2.7225 m²)
  it.each([
    [50, 2774.8],
    [50.36625, 2674.8],
    [68.0625, 2624.8],
    [81.675, 2424.8],
  ])('stores energy by the BMI of %d kg before it', (pre_pregnancy_weight, eer) => {
    expect(ask({ ...pregnant, pre_pregnancy_weight, gestational_weeks: 20 })).toMatchObject({ body: { eer } });
  });

  // 354 − 6.91 · 30 + 1.12 · (9.36 · 70 + 726 · 1.65) = 354 − 207.3 + 1.12 · 1853.1 = 2222.172
  it.each([
    [13, 2222.17],
    [14, 2562.17],
    [27, 2562.17],
    [28, 2674.17],
  ])('adds by trimester in the edition of 2005: week %d', (gestational_weeks, eer) => {
    expect(ask({ ...woman, condition: 'pregnant', gestational_weeks, method: 'iom_2005' })).toMatchObject({
      body: { eer },
    });
  });

  it('needs the week, and from the second trimester on the weight before it', () => {
    expect(ask(pregnant)).toMatchObject({ problems: [{ field: 'gestational_weeks', code: 'missing' }] });
    expect(ask({ ...woman, condition: 'pregnant', gestational_weeks: 14 })).toMatchObject({
      problems: [{ field: 'pre_pregnancy_weight', code: 'missing' }],
    });
  });
});

describe('in lactation', () => {
  it.each([
    ['nasem_2023', 0, BEFORE + 400],
    ['nasem_2023', 5, BEFORE + 400],
    ['nasem_2023', 6, BEFORE + 380],
    ['iom_2005', 5, 2552.17],
    ['iom_2005', 6, 2622.17],
  ])('adds the energy of the milk by %s after %d months', (method, months_since_birth, eer) => {
    const { body } = Object(ask({ ...woman, condition: 'lactating', months_since_birth, method }));
    expect(body.eer).toBeCloseTo(eer, 9);
  });
});

it.each([
  [{ ...woman, gestational_weeks: 20 }, 'gestational_weeks'],
  [{ ...woman, condition: 'lactating', months_since_birth: 2, gestational_weeks: 20 }, 'gestational_weeks'],
  [{ ...woman, condition: 'pregnant', gestational_weeks: 20, months_since_birth: 2 }, 'months_since_birth'],
  [{ ...woman, gender: 'male', condition: 'lactating', months_since_birth: 2 }, 'condition'],
  [{ ...woman, age: 13, condition: 'lactating', months_since_birth: 2 }, 'condition'],
])('refuses %j by name', (input, field) => {
  expect(ask(input)).toMatchObject({ problems: [{ field, code: 'outside_validity' }] });
});
