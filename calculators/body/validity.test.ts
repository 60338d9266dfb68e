import { describe, expect, it } from 'vitest';
import { bodyCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number>>;

function ask(name: string, input: Input) {
  const calculator = bodyCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const woman = { gender: 'female', height: 165 };

describe('outside its validity an equation is refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['bmi', { weight: 80, height: 170, age: 59, method: 'older_adults' }, 'age', 'bmi.older_adults_only'],
    [
      'ideal-body-weight',
      { ...woman, body_frame: 'small', method: 'devine' },
      'body_frame',
      'ideal-body-weight.frame_of_hamwi',
    ],
    ['adjusted-body-weight', { ...woman, weight: 56.9 }, 'weight', 'adjusted-body-weight.below_ideal'],
    ['lean-body-mass', { ...woman, weight: 60, age: 17 }, 'age', 'lean-body-mass.adults_only'],
    ['lean-body-mass', { ...woman, weight: 60, age: 15, method: 'peters' }, 'age', 'lean-body-mass.children_only'],
    [
      'lean-body-mass',
      { gender: 'male', weight: 250, height: 160, method: 'james' },
      'method',
      'lean-body-mass.james_turns',
    ],
    [
      'skinfold-body-fat',
      { gender: 'female', age: 56, ...folds('triceps', 'suprailiac', 'thigh') },
      'age',
      'skinfold-body-fat.ages',
    ],
    [
      'skinfold-body-fat',
      { gender: 'male', age: 17, ...folds('chest', 'abdomen', 'thigh') },
      'age',
      'skinfold-body-fat.ages',
    ],
    [
      'skinfold-body-fat',
      { gender: 'female', age: 30, triceps_skinfold: 72, suprailiac_skinfold: 72, thigh_skinfold: 72 },
      'triceps_skinfold',
      'skinfold-body-fat.sum',
    ],
    ['relative-fat-mass', { ...woman, waist: 60, age: 7 }, 'age', 'relative-fat-mass.too_young'],
    ['waist-to-height-ratio', { waist: 50, height: 100, age: 4 }, 'age', 'waist-to-height-ratio.too_young'],
    ['body-roundness-index', { height: 250, waist: 50 }, 'waist', 'body-roundness-index.too_thin'],
    ['ponderal-index', { weight: 5, height: 66, method: 'newborn' }, 'height', 'ponderal-index.newborns_only'],
    ['ponderal-index', { weight: 8.1, height: 60, method: 'newborn' }, 'weight', 'ponderal-index.newborns_only'],
    ['total-body-water', { ...woman, weight: 60, age: 16 }, 'age', 'total-body-water.adults_only'],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

// The parabola turns at BMI 11000/256 = 42.97 (men) and 10700/296 = 36.15 (women). A height of 200 cm makes BMI weight/4.
it.each([
  ['male', 171.8, 172],
  ['female', 144.5, 144.7],
])('James is refused beyond the turning point of its parabola: %s of %d kg, not of %d kg', (gender, below, above) => {
  const person = { gender, height: 200, method: 'james' };
  expect(ask('lean-body-mass', { ...person, weight: below })).toHaveProperty('body');
  expect(ask('lean-body-mass', { ...person, weight: above })).toMatchObject({
    problems: [{ field: 'method', message: 'lean-body-mass.james_turns' }],
  });
});

describe('what a method needs and is not given is asked for', () => {
  it.each<[string, Input, string[]]>([
    ['skinfold-body-fat', { gender: 'male', age: 30, chest_skinfold: 10 }, ['abdomen_skinfold', 'thigh_skinfold']],
    ['child-body-fat', { gender: 'male', age: 12, triceps_skinfold: 10 }, ['calf_skinfold']],
    [
      'child-body-fat',
      { gender: 'male', age: 12, triceps_skinfold: 10, subscapular_skinfold: 9, method: 'triceps_subscapular' },
      ['maturity', 'population'],
    ],
    ['total-body-water', { gender: 'male', weight: 80, height: 180 }, ['age']],
  ])('%s with %j', (name, input, missing) => {
    const answer = ask(name, input);
    expect('problems' in answer && answer.problems.map(({ field, code }) => [field, code])).toEqual(
      missing.map((field) => [field, 'missing']),
    );
  });
});

describe('what is extrapolated or doubtful is answered with a warning', () => {
  it.each<[string, Input, Input]>([
    ['ideal-body-weight', { gender: 'male', height: 152.3 }, { gender: 'male', height: 152.4 }],
    ['adjusted-body-weight', { ...woman, weight: 68 }, { ...woman, weight: 69 }],
    ['adjusted-body-weight', { gender: 'male', weight: 90, height: 150 }, { gender: 'male', weight: 90, height: 153 }],
    [
      'body-surface-area',
      { weight: 9.9, height: 75, method: 'du_bois' },
      { weight: 10, height: 75, method: 'du_bois' },
    ],
  ])('%s warns for %j and not for %j', (name, doubtful, sound) => {
    expect(Object(ask(name, doubtful)).body.details.warnings).toHaveLength(1);
    expect(Object(ask(name, sound)).body.details.warnings).toEqual([]);
  });
});

describe('classes belong to the people they were found in', () => {
  it.each<[string, Input, string, number, number]>([
    ['relative-fat-mass', { gender: 'male', height: 175, waist: 90 }, 'category', 19, 20],
    ['body-shape-index', { gender: 'male', weight: 70, height: 175, waist: 80 }, 'mortality_risk', 17, 18],
    [
      'skinfold-body-fat',
      { gender: 'male', method: 'durnin_womersley', ...folds('biceps', 'triceps', 'subscapular', 'suprailiac') },
      'category',
      17,
      18,
    ],
  ])('%s of %j has %s not at age %d but at %d', (name, input, result, younger, old) => {
    expect(ask(name, { ...input, age: younger })).not.toHaveProperty(['body', result]);
    expect(ask(name, { ...input, age: old })).toHaveProperty(['body', result]);
  });
});

it('uses the classes of the given sex', () => {
  expect(ask('waist-to-hip-ratio', { gender: 'female', waist: 81, hip: 100 })).toMatchObject({
    body: {
      details: {
        classes: {
          waist_risk: [
            { key: 'not_increased', from: 0, to: 80 },
            { key: 'increased', from: 80, to: 88, from_excluded: true },
            { key: 'substantially_increased', from: 88, to: null, from_excluded: true },
          ],
        },
      },
    },
  });
});

function folds(...sites: string[]): Input {
  return Object.fromEntries(sites.map((site) => [`${site}_skinfold`, 15]));
}
