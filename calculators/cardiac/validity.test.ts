import { describe, expect, it } from 'vitest';
import { cardiacCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number | boolean>>;

function ask(name: string, input: Input) {
  const calculator = cardiacCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const child = { gender: 'male', age: 6, height_percentile: 50, systolic: 100, diastolic: 60 };
const trace = { qt: 400, heart_rate: 60, gender: 'male' };

describe('a measure that no living person has is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['qtc', trace, 'qt', 200, 800],
    ['qtc', trace, 'heart_rate', 30, 200],
    ['qtc', { qt: 400, gender: 'male' }, 'rr', 300, 2000],
    ['child-blood-pressure', child, 'age', 1, 17],
    ['child-blood-pressure', child, 'height_percentile', 0, 100],
    ['child-blood-pressure', child, 'systolic', 40, 250],
    ['child-blood-pressure', { ...child, systolic: 250 }, 'diastolic', 15, 180],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    expect(ask(name, { ...input, [field]: min - 1 })).toMatchObject({ problems: [{ field, code: 'too_small' }] });
    expect(ask(name, { ...input, [field]: max + 1 })).toMatchObject({ problems: [{ field, code: 'too_large' }] });
    for (const bound of [min, max]) {
      expect(JSON.stringify(ask(name, { ...input, [field]: bound }))).not.toContain('"code":"too_');
    }
  });
});

describe('an unknown risk factor is asked for, never assumed to be absent', () => {
  it.each(cardiacCalculators.map((calculator) => [calculator.name, calculator] as const))('%s', (_, calculator) => {
    for (const { input } of calculator.examples) {
      for (const [name, value] of Object.entries(input)) {
        if (typeof value !== 'boolean') continue;
        const { [name]: left, ...rest } = input;
        expect(left).toBe(value);
        expect(calculator.answer(rest)).toMatchObject({ problems: [{ field: name, code: 'missing' }] });
      }
    }
  });

  it.each<[string, Input, string, string]>([
    ['qtc', { qt: 400, gender: 'male' }, 'heart_rate', 'qtc.rate_or_interval'],
    [
      'child-blood-pressure',
      { gender: 'male', age: 12, systolic: 100, diastolic: 60 },
      'height_percentile',
      'child-blood-pressure.height_below_13',
    ],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'missing', message }] });
  });
});

describe('inputs that do not go together are refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['qtc', { ...trace, rr: 1000 }, 'rr', 'qtc.rate_given_twice'],
    ['child-blood-pressure', { ...child, diastolic: 100 }, 'diastolic', 'diastolic_below_systolic'],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

describe('what is dangerous or doubtful is answered with a warning', () => {
  it.each<[string, Input, Input]>([
    ['qtc', { ...trace, qt: 500.1 }, { ...trace, qt: 500 }],
    ['qtc', { ...trace, heart_rate: 91, method: 'bazett' }, { ...trace, heart_rate: 90, method: 'bazett' }],
    ['qtc', { ...trace, heart_rate: 59, method: 'bazett' }, { ...trace, heart_rate: 60, method: 'bazett' }],
    ['qtc', { ...trace, heart_rate: 59, method: 'bazett' }, { ...trace, heart_rate: 59, method: 'hodges' }],
    ['child-blood-pressure', { ...child, systolic: 123 }, { ...child, systolic: 122 }],
  ])('%s warns for %j and not for %j', (name, doubtful, sound) => {
    expect(Object(ask(name, doubtful)).body.details.warnings).toHaveLength(1);
    expect(Object(ask(name, sound)).body.details.warnings).toEqual([]);
  });
});

describe('the blood pressure of a child', () => {
  // Flynn 2017, table 4, boys of 6 years: P90 of the systolic pressure is 105 105 106 107 109 110 110.
  it.each([
    [0, 105],
    [17.5, 105],
    [17.6, 106],
    [37.5, 106],
    [37.6, 107],
    [62.5, 107],
    [92.5, 110],
    [100, 110],
  ])('at the height percentile %d has the P90 %d: the nearest printed column', (height_percentile, p90) => {
    expect(ask('child-blood-pressure', { ...child, height_percentile })).toMatchObject({
      body: { percentiles_mmhg: { p90: { systolic: p90 } } },
    });
  });

  it('has 17 years, three percentiles and fourteen pressures for each sex, which rise with age and percentile', () => {
    for (const gender of ['male', 'female']) {
      let before = 0;
      for (let age = 1; age <= 17; age += 1) {
        const { p50, p90, p95 } = Object(ask('child-blood-pressure', { ...child, gender, age })).body.percentiles_mmhg;
        expect(p50.systolic).toBeLessThan(p90.systolic);
        expect(p90.systolic).toBeLessThan(p95.systolic);
        expect(p50.diastolic).toBeLessThan(p90.diastolic);
        expect(p90.diastolic).toBeLessThan(p95.diastolic);
        expect(p90.systolic).toBeGreaterThanOrEqual(before);
        before = p90.systolic;
      }
    }
  });
});

it('the classes of the stroke risk depend on the sex where the score counts it', () => {
  const factors = {
    heart_failure: false,
    hypertension: false,
    diabetes: false,
    stroke: false,
    vascular_disease: false,
  };
  const category = (input: Input) => Object(ask('cha2ds2-vasc', { ...factors, age: 50, ...input })).body.category;
  expect(category({ gender: 'female' })).toBe('low');
  expect(category({ gender: 'female', hypertension: true })).toBe('intermediate');
  expect(category({ gender: 'female', hypertension: true, diabetes: true })).toBe('high');
  expect(category({ gender: 'male', hypertension: true })).toBe('intermediate');
  expect(category({ gender: 'female', hypertension: true, method: 'cha2ds2_va' })).toBe('intermediate');
});
