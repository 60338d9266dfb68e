import { describe, expect, it } from 'vitest';
import { heartCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number>>;

function ask(name: string, input: Input) {
  const calculator = heartCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

describe('outside its validity an equation is refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['max-heart-rate', { age: 40, gender: 'male', method: 'gulati' }, 'gender', 'max-heart-rate.women_only'],
    ['heart-rate-zones', { max_heart_rate: 120, resting_heart_rate: 120 }, 'resting_heart_rate', 'resting_below_max'],
    ['target-heart-rate', { age: 100, resting_heart_rate: 140 }, 'resting_heart_rate', 'resting_below_max'],
    [
      'target-heart-rate',
      { age: 40, intensity: 70, fitness_level: 'beginner' },
      'fitness_level',
      'target-heart-rate.intensity_given_twice',
    ],
    [
      'heart-rate-recovery',
      { peak_heart_rate: 150, recovery_heart_rate: 151 },
      'recovery_heart_rate',
      'heart-rate-recovery.above_peak',
    ],
    ['mean-arterial-pressure', { systolic: 90, diastolic: 90 }, 'diastolic', 'diastolic_below_systolic'],
    ['blood-pressure-category', { systolic: 80, diastolic: 120 }, 'diastolic', 'diastolic_below_systolic'],
    [
      'shock-index',
      { heart_rate: 80, systolic: 100, diastolic: 110, method: 'modified' },
      'diastolic',
      'diastolic_below_systolic',
    ],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

describe('a measure that no living person has is refused', () => {
  const pressure = { systolic: 120, diastolic: 80 };
  it.each<[string, Input, string, number, number]>([
    ['max-heart-rate', {}, 'age', 10, 100],
    ['heart-rate-zones', {}, 'age', 10, 100],
    ['target-heart-rate', { age: 40 }, 'intensity', 1, 100],
    ['target-heart-rate', {}, 'max_heart_rate', 80, 240],
    ['mean-arterial-pressure', pressure, 'systolic', 50, 300],
    ['mean-arterial-pressure', pressure, 'diastolic', 20, 200],
    ['rate-pressure-product', { systolic: 120 }, 'heart_rate', 20, 250],
    ['heart-rate-recovery', { recovery_heart_rate: 40 }, 'peak_heart_rate', 60, 240],
    ['ankle-brachial-index', { right_arm: 120 }, 'right_ankle', 20, 300],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    expect(ask(name, { ...input, [field]: min - 1 })).toMatchObject({ problems: [{ field, code: 'too_small' }] });
    expect(ask(name, { ...input, [field]: max + 1 })).toMatchObject({ problems: [{ field, code: 'too_large' }] });
    for (const bound of [min, max]) {
      expect(JSON.stringify(ask(name, { ...input, [field]: bound }))).not.toContain('"code":"too_');
    }
  });
});

describe('what a method needs and is not given is asked for', () => {
  it.each<[string, Input, string]>([
    ['heart-rate-zones', { resting_heart_rate: 60 }, 'age'],
    ['target-heart-rate', { intensity: 70 }, 'age'],
    ['target-heart-rate', { age: 40, method: 'karvonen' }, 'resting_heart_rate'],
    ['ankle-brachial-index', { right_arm: 120 }, 'right_ankle'],
    ['ankle-brachial-index', { left_ankle: 120 }, 'right_arm'],
    ['shock-index', { heart_rate: 80, systolic: 120, method: 'modified' }, 'diastolic'],
    ['shock-index', { heart_rate: 80, systolic: 120, method: 'by_age' }, 'age'],
  ])('%s with %j: %s', (name, input, field) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'missing' }] });
  });
});

describe('what is extrapolated or dangerous is answered with a warning', () => {
  it.each<[string, Input, Input]>([
    ['max-heart-rate', { age: 17 }, { age: 18 }],
    ['max-heart-rate', { age: 82 }, { age: 81 }],
    ['max-heart-rate', { age: 29, method: 'gellish' }, { age: 30, method: 'gellish' }],
    ['max-heart-rate', { age: 76, method: 'gellish_nonlinear' }, { age: 75, method: 'gellish_nonlinear' }],
    ['max-heart-rate', { age: 29, method: 'gellish_nonlinear' }, { age: 30, method: 'gellish_nonlinear' }],
    ['max-heart-rate', { age: 18, method: 'nes' }, { age: 19, method: 'nes' }],
    ['max-heart-rate', { age: 90, method: 'nes' }, { age: 89, method: 'nes' }],
    ['max-heart-rate', { age: 19, method: 'inbar' }, { age: 20, method: 'inbar' }],
    ['max-heart-rate', { age: 71, method: 'inbar' }, { age: 70, method: 'inbar' }],
    ['max-heart-rate', { age: 34, method: 'gulati' }, { age: 35, method: 'gulati' }],
    ['heart-rate-zones', { age: 17 }, { age: 17, max_heart_rate: 195 }],
    ['blood-pressure-category', { systolic: 181, diastolic: 80 }, { systolic: 180, diastolic: 120 }],
    ['blood-pressure-category', { systolic: 150, diastolic: 121 }, { systolic: 180, diastolic: 110 }],
    [
      'ankle-brachial-index',
      { right_ankle: 170, left_ankle: 120, right_arm: 120 },
      { right_ankle: 168, left_ankle: 120, right_arm: 120 },
    ],
  ])('%s warns for %j and not for %j', (name, doubtful, sound) => {
    expect(Object(ask(name, doubtful)).body.details.warnings).toHaveLength(1);
    expect(Object(ask(name, sound)).body.details.warnings).toEqual([]);
  });
});

describe('a blood pressure has the higher of the classes of its two numbers', () => {
  // Whelton 2018, table 6; McEvoy 2024, table 5; Mancia 2023, table 1.
  it.each([
    [119, 79, 'normal', 'elevated', 'optimal'],
    [120, 69, 'elevated', 'elevated', 'normal'],
    [119, 69, 'normal', 'non_elevated', 'optimal'],
    [129, 79, 'elevated', 'elevated', 'normal'],
    [119, 80, 'stage_1_hypertension', 'elevated', 'normal'],
    [130, 84, 'stage_1_hypertension', 'elevated', 'high_normal'],
    [139, 89, 'stage_1_hypertension', 'elevated', 'high_normal'],
    [139, 90, 'stage_2_hypertension', 'hypertension', 'grade_1_hypertension'],
    [140, 80, 'stage_2_hypertension', 'hypertension', 'grade_1_hypertension'],
    [159, 100, 'stage_2_hypertension', 'hypertension', 'grade_2_hypertension'],
    [180, 99, 'stage_2_hypertension', 'hypertension', 'grade_3_hypertension'],
    [150, 110, 'stage_2_hypertension', 'hypertension', 'grade_3_hypertension'],
    [180.5, 99, 'severe_hypertension', 'hypertension', 'grade_3_hypertension'],
  ])('%d/%d is %s, %s, %s', (systolic, diastolic, accAha, esc, esh) => {
    expect(ask('blood-pressure-category', { systolic, diastolic, method: 'all' })).toMatchObject({
      body: {
        category: accAha,
        by_method: { acc_aha_2017: { category: accAha }, esc_2024: { category: esc }, esh_2023: { category: esh } },
      },
    });
  });

  it('labels the classes of every guideline', () => {
    expect(ask('blood-pressure-category', { systolic: 118, diastolic: 82, method: 'all' })).toMatchObject({
      body: { by_method: { esh_2023: { diastolic_category: 'normal', diastolic_category_label: 'Normal pressure' } } },
    });
  });

  it.each([
    [140, 89, 'systolic'],
    [139, 90, 'diastolic'],
  ])('%d/%d is isolated %s hypertension after ESH', (systolic, diastolic, isolated) => {
    expect(ask('blood-pressure-category', { systolic, diastolic, method: 'esh_2023' })).toMatchObject({
      body: { isolated_hypertension: isolated },
    });
  });

  it.each([
    [139, 89, 'esh_2023'],
    [140, 90, 'esh_2023'],
    [150, 80, 'esc_2024'],
  ])('%d/%d is not isolated hypertension after %s', (systolic, diastolic, method) => {
    expect(ask('blood-pressure-category', { systolic, diastolic, method })).not.toHaveProperty([
      'body',
      'isolated_hypertension',
    ]);
  });
});

it('lists the zones of both methods', () => {
  // 55 + 0.7 · 130 = 146; 0.7 · 185 = 129.5
  expect(ask('heart-rate-zones', { max_heart_rate: 185, resting_heart_rate: 55, method: 'all' })).toMatchObject({
    body: {
      by_method: {
        karvonen: { zones: { zone_3: { min_bpm: 146 } } },
        percent_of_max: { zones: { zone_3: { min_bpm: 130 } } },
      },
    },
  });
});
