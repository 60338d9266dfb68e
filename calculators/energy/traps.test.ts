import { describe, expect, it } from 'vitest';
import { answer } from './testing/ask.fixture.ts';

const woman = { gender: 'female', age: 34, weight: 68, height: 167 };

describe('wrong figures that circulate are not ours', () => {
  it('uses the printed coefficients of Harris and Benedict, not the rounded ones, and keeps both versions apart', () => {
    // 655 + 9.6·68 + 1.8·167 − 4.7·34 = 1448.6 by the rounded coefficients.
    expect(answer('basal-metabolic-rate', { ...woman, method: 'harris_benedict_1919' })).toMatchObject({
      bmr: 1455.32,
    });
    expect(answer('basal-metabolic-rate', { ...woman, method: 'harris_benedict_1984' })).toMatchObject({
      bmr: 1446.54,
    });
  });

  it('uses the short form of Mifflin, not 9.99, 6.25, 4.92', () => {
    expect(answer('basal-metabolic-rate', woman)).toMatchObject({ bmr: 1392.75 });
  });

  it('uses heights in cm for the requirement of 2023 and in m for that of 2005', () => {
    const person = { ...woman, activity_level: 'low_active' };
    // 575.77 − 7.01·34 + 6.60·167 + 12.14·68 = 575.77 − 238.34 + 1102.2 + 825.52
    expect(answer('estimated-energy-requirement', person)).toMatchObject({ eer: 2265.15 });
    // 354 − 6.91·34 + 1.12·(9.36·68 + 726·1.67) = 119.06 + 1.12·1848.9
    expect(answer('estimated-energy-requirement', { ...person, method: 'iom_2005' })).toMatchObject({ eer: 2189.83 });
  });

  it('names the convention of the MET; the one by oxygen gives 5 % more', () => {
    const effort = { met: 5, weight: 70, duration: 45 };
    expect(answer('calories-burned', { ...effort, method: 'all' })).toMatchObject({
      by_method: { met: { energy_kcal: 262.5 }, oxygen: { energy_kcal: 275.63 } },
      details: { equation: { key: 'all' } },
    });
    expect(answer('calories-burned', effort)).toMatchObject({ details: { equation: { key: 'met' } } });
  });

  it('gives the same energy of an effort with a corrected MET', () => {
    const effort = { met: 6, weight: 68, duration: 60, gender: 'female', age: 34, height: 167 };
    const { energy_kcal } = answer('calories-burned', { ...effort, method: 'oxygen' });
    expect(answer('calories-burned', { ...effort, method: 'corrected' })).toMatchObject({ energy_kcal });
  });

  it('gives the running values of 2024, which differ from those of 2011', () => {
    const hour = { weight: 60, duration: 60 };
    expect(answer('calories-burned', { ...hour, activity: '12050' })).toMatchObject({ met: 9.3, compendium: '2024' });
    expect(answer('calories-burned', { ...hour, activity: '12050', compendium: '2011' })).toMatchObject({ met: 9.8 });
  });

  it('does not subtract fibre twice: an EU label has already done so', () => {
    const food = { carbohydrate: 30, fiber: 8 };
    expect(answer('net-carbohydrates', food)).toMatchObject({ net_carbohydrate_g: 22 });
    expect(answer('net-carbohydrates', { ...food, label: 'eu' })).toMatchObject({ net_carbohydrate_g: 30 });
  });

  it('counts 4, 4, 9 and 7 kcal per gram of carbohydrate, protein, fat and alcohol', () => {
    const nothing = { carbohydrate: 0, protein: 0, fat: 0 };
    for (const [nutrient, kcal] of Object.entries({ carbohydrate: 4, protein: 4, fat: 9, alcohol: 7, fiber: 2 })) {
      expect(answer('meal-calories', { ...nothing, [nutrient]: 1 })).toMatchObject({ energy_kcal: kcal });
    }
    expect(answer('meal-calories', nothing)).not.toHaveProperty('fat_percent');
  });

  it('converts a mile an hour to 26.8224 m/min, not to 26.8', () => {
    // 6 mph = 160.9344 m/min; 3.5 + 32.18688 = 35.68688 (26.8 would give 35.66)
    const run = { weight: 154, speed: 6, method: 'running' };
    expect(answer('exercise-oxygen-cost', run, { units: 'imperial' })).toMatchObject({ vo2_ml_per_kg_min: 35.69 });
  });
});

describe('what is asked for decides what is used', () => {
  it('uses the equation for lean mass if lean mass is known, and says so', () => {
    const lean = answer('basal-metabolic-rate', { ...woman, body_fat: 25 });
    // 370 + 21.6 · 51 = 1471.6
    expect(lean).toMatchObject({ bmr: 1471.6, details: { equation: { key: 'katch_mcardle' } } });
    expect(answer('basal-metabolic-rate', woman)).toMatchObject({ details: { equation: { key: 'mifflin_st_jeor' } } });
  });

  it('lists the five equations for children, and the reasons against the others', () => {
    const child = { gender: 'male', age: 9, weight: 30, height: 135, method: 'all' };
    const { by_method, details } = answer('basal-metabolic-rate', child);
    expect(Object.keys(Object(by_method))).toEqual([
      'schofield',
      'schofield_height',
      'henry',
      'henry_height',
      'fao_who_unu_1985',
    ]);
    expect(Object(details).warnings).toContain(
      'Left out: Mifflin–St Jeor (1990). The method mifflin_st_jeor holds from age 18; for children use schofield, schofield_height, henry, henry_height or fao_who_unu_1985.',
    );
  });

  it('accepts the words of comparable services for equations, goals and activity', () => {
    const day = { ...woman, activity_level: 'sedentary' };
    expect(answer('basal-metabolic-rate', { ...woman, equation: 'harris' })).toMatchObject({ bmr: 1446.54 });
    expect(answer('calorie-target', { ...day, goal: 'fat_loss' })).toMatchObject({ profile: { goal: 'weight_loss' } });
    expect(answer('calorie-target', { ...day, goal: 'muscle_gain' })).toMatchObject({ energy_change_kcal: 500 });
    expect(answer('estimated-energy-requirement', { ...woman, activity_level: 'sedentary' })).toMatchObject({
      profile: { activity_level: 'inactive' },
    });
  });

  it('includes the energy behind a share', () => {
    const day = { ...woman, activity_level: 'lightly_active' };
    const { energy_kcal } = answer('sugar-limit', day);
    expect(answer('tdee', day)).toMatchObject({ tdee: energy_kcal });
  });
});

describe('ranges grow with their inputs', () => {
  it.each([
    ['carbohydrate-intake', 'carbohydrate_g', { energy: 1500 }, { energy: 3000 }],
    [
      'carbohydrate-intake',
      'carbohydrate_g',
      { weight: 50, training_load: 'light' },
      { weight: 100, training_load: 'light' },
    ],
    ['fat-intake', 'fat_g', { energy: 1500 }, { energy: 3000 }],
    ['glycogen-replenishment', 'carbohydrate_g', { weight: 80, hours: 1 }, { weight: 80, hours: 2 }],
    ['glycogen-replenishment', 'carbohydrate_per_hour_g', { weight: 45, hours: 1 }, { weight: 90, hours: 3 }],
  ])('%s: %s of %j is half that of %j', (name, result, less, more) => {
    const half = Object(answer(name, less)[result]);
    const whole = Object(answer(name, more)[result]);
    expect(half.min).toBeLessThan(half.max);
    expect(whole.min / half.min).toBeCloseTo(2, 3);
    expect(whole.max / half.max).toBeCloseTo(2, 3);
  });
});

it('burns more carbohydrate and less fat with a higher respiratory quotient', () => {
  const at = (carbon_dioxide_output: number) =>
    Object(answer('respiratory-quotient', { oxygen_uptake: 2, carbon_dioxide_output }));
  for (const output of [1.4, 1.5, 1.6, 1.7, 1.8, 1.9]) {
    const [lower, higher] = [at(output), at(output + 0.1)];
    expect(higher.carbohydrate_oxidation_g_per_min).toBeGreaterThan(lower.carbohydrate_oxidation_g_per_min);
    expect(higher.fat_oxidation_g_per_min).toBeLessThan(lower.fat_oxidation_g_per_min);
    expect(lower.carbohydrate_oxidation_g_per_min).toBeGreaterThanOrEqual(0);
  }
});
