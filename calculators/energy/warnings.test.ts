import { describe, expect, it } from 'vitest';
import { ask, type Input } from './testing/ask.fixture.ts';

const day = { gender: 'female', age: 34, weight: 68, height: 167, activity_level: 'sedentary' };

describe('what is extrapolated or unwise is answered with a warning', () => {
  // 65 years, 160 cm: 10·weight + 514 kcal at rest, times 1.2; a woman of 48.6 kg needs 1200 kcal.
  const old = { gender: 'female', age: 65, height: 160, activity_level: 'sedentary', goal: 'maintenance' };
  const plan = { weight: 80, height: 180, days: 100 };
  it.each<[string, Input, Input]>([
    ['calorie-target', { ...old, weight: 48.5 }, { ...old, weight: 48.6 }],
    // 500 · 7 / 7700 kg are 1 % of 45.4545 kg.
    [
      'calorie-target',
      { ...day, height: 150, weight: 45.4, goal: 'weight_loss', activity_level: 'extra_active' },
      { ...day, height: 150, weight: 45.5, goal: 'weight_loss', activity_level: 'extra_active' },
    ],
    [
      'weight-change-plan',
      { ...plan, energy_change: -300, energy: 1499 + 300, gender: 'male' },
      { ...plan, energy_change: -300, energy: 1500 + 300, gender: 'male' },
    ],
    // −880 · 7 / 7700 = −0.8 kg, 1 % of 80 kg.
    [
      'weight-change-plan',
      { ...plan, energy_change: -881, method: 'static' },
      { ...plan, energy_change: -880, method: 'static' },
    ],
    // The final change is −20.1 kg or −20 kg; from 80 kg that gives a BMI of 18.49 or 18.52.
    ['weight-change-plan', { ...plan, energy_change: -482.4 }, { ...plan, energy_change: -480 }],
    [
      'exercise-oxygen-cost',
      { weight: 70, speed: 8.04, method: 'running' },
      { weight: 70, speed: 8.05, method: 'running' },
    ],
    [
      'exercise-oxygen-cost',
      { weight: 70, power: 201, method: 'leg_cycling' },
      { weight: 70, power: 200, method: 'leg_cycling' },
    ],
    [
      'exercise-oxygen-cost',
      { weight: 70, power: 24, method: 'arm_cycling' },
      { weight: 70, power: 25, method: 'arm_cycling' },
    ],
    [
      'exercise-oxygen-cost',
      { weight: 70, step_height: 40, step_rate: 31, method: 'stepping' },
      { weight: 70, step_height: 40, step_rate: 30, method: 'stepping' },
    ],
  ])('%s warns for %j and not for %j', (name, doubtful, sound) => {
    expect(Object(ask(name, doubtful)).body.details.warnings).toHaveLength(1);
    expect(Object(ask(name, sound)).body.details.warnings).toEqual([]);
  });
});

it('every answer says in the language of the caller that it is not medical advice', () => {
  expect(
    Object(ask('calorie-target', { ...day, goal: 'weight_loss' }, { language: 'ar' })).body.details.notes,
  ).toContain('لأغراض المعلومات فقط، ولا يُعدّ ذلك مشورة طبية.');
});
