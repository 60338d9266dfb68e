import { describe, expect, it } from 'vitest';
import { ask, type Input } from './testing/ask.fixture.ts';

const woman = { gender: 'female', age: 34, weight: 68, height: 167 };
const day = { ...woman, activity_level: 'sedentary' };

describe('outside its validity an equation is refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['basal-metabolic-rate', { ...woman, age: 17 }, 'age', 'basal-metabolic-rate.adults_only'],
    ['basal-metabolic-rate', { ...woman, age: 17, method: 'owen' }, 'age', 'basal-metabolic-rate.adults_only'],
    ['basal-metabolic-rate', { fat_free_mass: 50, body_fat: 20 }, 'fat_free_mass', 'fat_free_mass_given_twice'],
    ['basal-metabolic-rate', { fat_free_mass: 68, weight: 68 }, 'fat_free_mass', 'fat_free_mass_below_weight'],
    // 18.5 · 1.67² = 51.59465 kg
    ['calorie-target', { ...day, weight: 51.59, goal: 'weight_loss' }, 'goal', 'underweight'],
    // 18.5 · 1.8² = 59.94 kg
    [
      'weight-change-plan',
      { weight: 70, height: 180, target_weight: 59.93, days: 500 },
      'target_weight',
      'underweight',
    ],
    ['weight-change-plan', { weight: 62, height: 180, energy_change: -500, days: 365 }, 'days', 'underweight'],
    ['weight-change-plan', { weight: 59, height: 180, energy_change: -10, days: 1 }, 'days', 'underweight'],
    [
      'weight-change-plan',
      { weight: 90, height: 180, energy_change: -500, target_weight: 80, days: 90 },
      'days',
      'weight-change-plan.two_of_three',
    ],
    [
      'weight-change-plan',
      { weight: 90, height: 180, target_weight: 80, days: 20 },
      'days',
      'weight-change-plan.too_short',
    ],
    // 240 kcal/day lead to 10 kg less, but only in the limit.
    [
      'weight-change-plan',
      { weight: 90, height: 180, target_weight: 80, energy_change: -240 },
      'target_weight',
      'weight-change-plan.never',
    ],
    [
      'weight-change-plan',
      { weight: 90, height: 180, target_weight: 80, energy_change: 500 },
      'target_weight',
      'weight-change-plan.never',
    ],
    [
      'weight-change-plan',
      { weight: 90, height: 180, target_weight: 80, energy_change: 0, method: 'static' },
      'target_weight',
      'weight-change-plan.never',
    ],
    [
      'macronutrients',
      { energy: 2000, fat_share: 30, method: 'balanced' },
      'method',
      'macronutrients.shares_of_custom',
    ],
    ['macronutrients', { energy: 2000, method: 'custom' }, 'carbohydrate_share', 'macronutrients.sum'],
    ['macronutrients', { energy: 2000, fat_share: 30 }, 'carbohydrate_share', 'macronutrients.sum'],
    [
      'macronutrients',
      { energy: 2000, carbohydrate_share: 50, fat_share: 30, protein_share: 21 },
      'carbohydrate_share',
      'macronutrients.sum',
    ],
    [
      'macronutrients',
      { energy: 2000, carbohydrate_share: 50, fat_share: 30, protein_share: 19.9 },
      'carbohydrate_share',
      'macronutrients.sum',
    ],
    [
      'macronutrients',
      { energy: 2000, carbohydrate_share: 70, fat_share: 40 },
      'carbohydrate_share',
      'macronutrients.sum',
    ],
    ['carbohydrate-intake', { ...day, energy: 2000 }, 'energy', 'energy_given_twice'],
    [
      'net-carbohydrates',
      { carbohydrate: 10, fiber: 8, sugar_alcohol: 3 },
      'carbohydrate',
      'net-carbohydrates.less_than_parts',
    ],
    ['glycogen-replenishment', { weight: 70, hours: 4.1 }, 'hours', 'glycogen-replenishment.first_hours'],
    ['salt-to-sodium', { salt: 3, teaspoons: 1 }, 'teaspoons', 'salt-to-sodium.given_twice'],
    ['water-intake', { gender: 'male', condition: 'pregnant' }, 'condition', 'women_only'],
    [
      'water-intake',
      { gender: 'female', condition: 'pregnant', weight: 60, method: 'by_weight' },
      'condition',
      'water-intake.not_by_weight',
    ],
    [
      'calories-burned',
      { activity: '99999', weight: 70, duration: 30 },
      'activity',
      'calories-burned.unknown_activity',
    ],
    [
      'calories-burned',
      { activity: 'toString', weight: 70, duration: 30 },
      'activity',
      'calories-burned.unknown_activity',
    ],
    [
      'calories-burned',
      { activity: '21060', compendium: '2024', weight: 70, duration: 30 },
      'activity',
      'calories-burned.other_edition',
    ],
    ['calories-burned', { activity: 'tennis', met: 7, weight: 70, duration: 30 }, 'met', 'calories-burned.given_twice'],
    ['exercise-oxygen-cost', { weight: 70, speed: 2.99 }, 'speed', 'exercise-oxygen-cost.walking_speeds'],
    ['exercise-oxygen-cost', { weight: 70, speed: 6.01 }, 'speed', 'exercise-oxygen-cost.walking_speeds'],
    [
      'exercise-oxygen-cost',
      { weight: 70, speed: 4.79, method: 'running' },
      'speed',
      'exercise-oxygen-cost.running_speeds',
    ],
    ['load-carriage', { weight: 70, load: 15, speed: 5, grade: -1 }, 'grade', 'load-carriage.downhill'],
    [
      'respiratory-quotient',
      { oxygen_uptake: 2, carbon_dioxide_output: 2.01 },
      'carbon_dioxide_output',
      'respiratory-quotient.steady_state',
    ],
    [
      'respiratory-quotient',
      { oxygen_uptake: 2, carbon_dioxide_output: 1.39 },
      'carbon_dioxide_output',
      'respiratory-quotient.steady_state',
    ],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

describe('what is needed and not given is asked for', () => {
  it.each<[string, Input, string[]]>([
    ['basal-metabolic-rate', {}, ['gender', 'age', 'weight', 'height']],
    ['basal-metabolic-rate', { method: 'katch_mcardle' }, ['weight', 'body_fat']],
    ['basal-metabolic-rate', { body_fat: 20 }, ['weight']],
    ['basal-metabolic-rate', { weight: 20, method: 'schofield' }, ['gender', 'age']],
    ['calorie-target', { ...day, goal: 'maintenance', method: 'katch_mcardle' }, ['body_fat']],
    ['weight-change-plan', { weight: 90, height: 180 }, ['energy_change']],
    ['weight-change-plan', { weight: 90, height: 180, energy_change: -300 }, ['days']],
    ['weight-change-plan', { weight: 90, height: 180, target_weight: 80 }, ['days']],
    ['fat-intake', {}, ['gender', 'age', 'weight', 'height', 'activity_level']],
    ['sugar-limit', { ...woman }, ['activity_level']],
    ['carbohydrate-intake', { training_load: 'high' }, ['weight']],
    ['carbohydrate-intake', { weight: 70, method: 'training_load' }, ['training_load']],
    ['salt-to-sodium', {}, ['salt']],
    ['water-intake', { gender: 'male', method: 'by_weight' }, ['weight']],
    ['calories-burned', { weight: 70, duration: 30 }, ['activity']],
    ['calories-burned', { met: 5, weight: 70, duration: 30, method: 'corrected' }, ['gender', 'age', 'height']],
    ['exercise-oxygen-cost', { weight: 70 }, ['speed']],
    ['exercise-oxygen-cost', { weight: 70, method: 'stepping' }, ['step_height', 'step_rate']],
    ['energy-availability', { energy: 2000, exercise_energy: 300, weight: 60 }, ['body_fat']],
    ['resting-metabolic-rate-ratio', { measured_rate: 1400 }, ['weight', 'body_fat']],
  ])('%s with %j', (name, input, missing) => {
    const answer = ask(name, input);
    expect('problems' in answer && answer.problems.map(({ field, code }) => [field, code])).toEqual(
      missing.map((field) => [field, 'missing']),
    );
  });
});
