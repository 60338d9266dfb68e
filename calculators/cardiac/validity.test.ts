import { describe, expect, it } from 'vitest';
import { cardiacCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number | boolean>>;

function ask(name: string, input: Input) {
  const calculator = cardiacCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const child = { gender: 'male', age: 6, height_percentile: 50, systolic: 100, diastolic: 60 };
const blood = { haemoglobin: 14, arterial_saturation: 98, venous_saturation: 70 };
const trace = { qt: 400, heart_rate: 60, gender: 'male' };

const person = {
  gender: 'female',
  age: 55,
  systolic: 130,
  antihypertensive: false,
  smoker: false,
  diabetes: false,
  total_cholesterol: 200,
  hdl_cholesterol: 50,
};
const american = { ...person, race: 'white' };
const preventable = { ...person, statin: false, bmi: 27, egfr: 90 };
const european = {
  region: 'low',
  gender: 'female',
  age: 55,
  smoker: false,
  systolic: 130,
  total_cholesterol: 200,
  hdl_cholesterol: 50,
};
const diabetic = { ...european, age_at_diagnosis: 50, hba1c: 7, egfr: 80 };

describe('a measure that no living person has, or that an equation was not made for, is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['qtc', trace, 'qt', 200, 800],
    ['qtc', trace, 'heart_rate', 30, 200],
    ['qtc', { qt: 400, gender: 'male' }, 'rr', 300, 2000],
    ['framingham-cvd', person, 'age', 30, 74],
    ['framingham-cvd', person, 'systolic', 90, 200],
    ['framingham-cvd', { ...person, method: 'bmi' }, 'bmi', 15, 50],
    ['ascvd-pce', american, 'age', 40, 79],
    ['aha-prevent', preventable, 'age', 30, 79],
    ['aha-prevent', preventable, 'egfr', 15, 140],
    ['aha-prevent', preventable, 'bmi', 18.5, 39.9],
    ['aha-prevent', preventable, 'sdi', 1, 10],
    ['score2', european, 'age', 40, 89],
    ['score2', european, 'systolic', 80, 250],
    ['score2', diabetic, 'egfr', 15, 150],
    ['duke-treadmill-score', { st_deviation: 0, angina: 'none' }, 'duration', 0, 30],
    ['duke-treadmill-score', { duration: 5, angina: 'none' }, 'st_deviation', 0, 10],
    ['cardiac-output', { ...blood, oxygen_consumption: 250 }, 'haemoglobin', 2, 25],
    ['cardiac-output', blood, 'oxygen_consumption', 50, 6000],
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
    [
      'cardiac-output',
      { haemoglobin: 14, arterial_saturation: 90, venous_saturation: 90, oxygen_consumption: 250 },
      'venous_saturation',
      'cardiac-output.venous_below_arterial',
    ],
    ['child-blood-pressure', { ...child, diastolic: 100 }, 'diastolic', 'diastolic_below_systolic'],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

describe('a laboratory value that an equation was not made for is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['framingham-cvd', person, 'total_cholesterol', 100, 405],
    ['framingham-cvd', person, 'hdl_cholesterol', 10, 100],
    ['ascvd-pce', american, 'total_cholesterol', 130, 320],
    ['ascvd-pce', american, 'hdl_cholesterol', 20, 100],
    ['aha-prevent', preventable, 'hba1c', 3, 15],
    ['score2', european, 'total_cholesterol', 77, 464],
    ['score2', diabetic, 'hba1c', 3, 20],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    for (const outside of [min - 1, max + 1]) {
      expect(ask(name, { ...input, [field]: outside })).toMatchObject({ problems: [{ field }] });
    }
    for (const bound of [min, max]) expect(ask(name, { ...input, [field]: bound })).toHaveProperty('body');
  });
});

describe('a laboratory value in the other unit', () => {
  it('has the limits of that unit in the problem', () => {
    const si = { ...american, total_cholesterol: 200, total_cholesterol_unit: 'mmol/L' };
    expect(ask('ascvd-pce', si)).toMatchObject({
      problems: [
        { field: 'total_cholesterol', code: 'outside_validity', values: { max: { number: 8.28, unit: 'mmol/L' } } },
      ],
    });
    expect(ask('ascvd-pce', { ...american, total_cholesterol: 5.2 })).toMatchObject({
      problems: [
        { field: 'total_cholesterol', code: 'outside_validity', values: { min: { number: 130, unit: 'mg/dL' } } },
      ],
    });
  });

  // 5 · 38.67 = 193.35 mg/dL
  it('is the same person', () => {
    const si = ask('ascvd-pce', { ...american, total_cholesterol: 5, total_cholesterol_unit: 'mmol/L' });
    const conventional = ask('ascvd-pce', { ...american, total_cholesterol: 193.35 });
    expect(Object(si).body.ascvd_risk_percent).toBe(Object(conventional).body.ascvd_risk_percent);
  });
});

describe('the model of PREVENT', () => {
  it.each<[Input, string]>([
    [{}, 'base'],
    [{ hba1c: 6 }, 'hba1c'],
    [{ uacr: 20 }, 'uacr'],
    [{ sdi: 5 }, 'sdi'],
    [{ hba1c: 6, uacr: 20 }, 'full'],
    [{ uacr: 20, sdi: 5 }, 'full'],
    [{ hba1c: 6, uacr: 20, sdi: 5 }, 'full'],
    [{ hba1c: 6, uacr: 20, method: 'uacr' }, 'uacr'],
  ])('with %j is %s', (further, key) => {
    expect(ask('aha-prevent', { ...preventable, ...further })).toMatchObject({
      body: { details: { equation: { key } } },
    });
  });

  it.each(['hba1c', 'uacr', 'sdi'])('%s asks for its predictor', (method) => {
    expect(ask('aha-prevent', { ...preventable, method })).toMatchObject({
      problems: [{ field: method, code: 'missing', message: 'input.missing_for_method' }],
    });
  });

  it('full asks for one further predictor', () => {
    expect(ask('aha-prevent', { ...preventable, method: 'full' })).toMatchObject({
      problems: [{ field: 'hba1c', code: 'missing', message: 'aha-prevent.one_predictor' }],
    });
  });

  it('looks thirty years ahead up to 59 years', () => {
    expect(ask('aha-prevent', { ...preventable, age: 59 })).toHaveProperty('body.thirty_years_percent.total_cvd');
    expect(ask('aha-prevent', { ...preventable, age: 60 })).not.toHaveProperty('body.thirty_years_percent');
  });
});

describe('SCORE2', () => {
  it.each<[Input, string]>([
    [{ age: 69 }, 'score2'],
    [{ age: 70 }, 'score2_op'],
    [{ age_at_diagnosis: 50, hba1c: 7, egfr: 80 }, 'score2_diabetes'],
    [{ age: 69, method: 'score2_asia_pacific' }, 'score2_asia_pacific'],
  ])('with %j is %s', (further, key) => {
    expect(ask('score2', { ...european, ...further })).toMatchObject({ body: { details: { equation: { key } } } });
  });

  it.each<[Input, string, string]>([
    [{ ...european, age: 70, method: 'score2' }, 'age', 'score2.ages'],
    [{ ...european, age: 69, method: 'score2_op' }, 'age', 'score2.ages'],
    [{ ...european, age: 70, method: 'score2_asia_pacific' }, 'age', 'score2.ages'],
    [{ ...diabetic, age: 70 }, 'age', 'score2.ages'],
    [{ ...diabetic, age: 45 }, 'age_at_diagnosis', 'score2.diagnosed_before'],
  ])('%j is refused by its %s', (input, field, message) => {
    expect(ask('score2', input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });

  it('asks for everything that describes the diabetes', () => {
    expect(ask('score2', { ...european, hba1c: 7 })).toMatchObject({
      problems: [{ field: 'age_at_diagnosis' }, { field: 'egfr' }],
    });
  });

  // Visseren 2021, table 5: below 50 years very high begins at 7.5 %, from 50 at 10 %, from 70 at 15 %.
  it.each([
    [49, [2.5, 7.5]],
    [50, [5, 10]],
    [69, [5, 10]],
    [70, [7.5, 15]],
  ])('at %d years has the limits %j', (age, limits) => {
    const { classes } = Object(ask('score2', { ...european, age })).body.details;
    expect(classes.category.map(({ from }: { from: number }) => from)).toEqual([0, ...limits]);
  });

  // SCORE2 Asia-Pacific 2025, abstract: from 7 % (men) and 3 % (women) in low-risk countries to 14 and 13 % in those of
  // very high risk.
  it.each([
    ['male', 'low', 7],
    ['male', 'very_high', 14],
    ['female', 'low', 3],
    ['female', 'very_high', 13],
  ])('Asia-Pacific has the risks of its abstract: %s, %s, %d %%', (gender, region, percent) => {
    const input = { gender, region, age: 50, smoker: false, systolic: 140, method: 'score2_asia_pacific' };
    const mmol = { total_cholesterol_unit: 'mmol/L', hdl_cholesterol_unit: 'mmol/L' };
    const answer = ask('score2', { ...input, ...mmol, total_cholesterol: 5.5, hdl_cholesterol: 1.3 });
    expect(Math.round(Object(answer).body.cvd_risk_percent)).toBe(percent);
  });
});

it('race other has the equation of white people', () => {
  const risk = (race: string) => Object(ask('ascvd-pce', { ...american, race })).body.ascvd_risk_percent;
  expect(risk('other')).toBe(risk('white'));
  expect(risk('african_american')).not.toBe(risk('white'));
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
