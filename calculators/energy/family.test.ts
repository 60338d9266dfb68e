import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { energyCalculators } from './index.ts';

/** What the physics says; by the default method where there are several. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  'basal-metabolic-rate': { rises: { bmr: ['weight', 'height'] }, falls: { bmr: ['body_fat'] } },
  tdee: { rises: { tdee: ['weight', 'height'] }, falls: { tdee: ['age'] } },
  'calorie-target': { rises: { calorie_target: ['weight', 'height'] }, falls: { calorie_target: ['age'] } },
  'estimated-energy-requirement': { rises: { eer: ['weight', 'height'] } },
  'weight-change-plan': { rises: { weight_change_kg: ['energy_change'], final_bmi: ['weight'] } },
  macronutrients: { rises: { carbohydrate_g: ['energy'], fat_g: ['energy'] } },
  'carbohydrate-intake': { rises: { energy_kcal: ['energy', 'weight', 'height'] }, falls: { energy_kcal: ['age'] } },
  'fat-intake': { rises: { saturated_fat_limit_g: ['energy', 'weight'] }, falls: { energy_kcal: ['age'] } },
  'protein-requirement': { rises: { protein_g: ['weight'] } },
  'fiber-intake': { rises: { fiber_g: ['energy'] } },
  'sugar-limit': { rises: { free_sugar_limit_g: ['energy', 'weight'] }, falls: { free_sugar_limit_g: ['age'] } },
  'net-carbohydrates': {
    rises: { net_carbohydrate_g: ['carbohydrate'] },
    falls: { net_carbohydrate_g: ['fiber', 'sugar_alcohol'] },
  },
  'meal-calories': {
    rises: { energy_kcal: ['carbohydrate', 'protein', 'fat', 'alcohol', 'fiber'], fat_percent: ['fat'] },
    falls: { fat_percent: ['protein'] },
  },
  'glycemic-load': { rises: { glycemic_load: ['glycemic_index', 'carbohydrate'] } },
  'salt-to-sodium': { rises: { sodium_mg: ['salt', 'teaspoons'] } },
  'water-intake': { rises: { water_max_l: ['weight'] } },
  caffeine: {
    rises: { remaining_mg: ['dose', 'half_life'], single_dose_limit_mg: ['weight'] },
    falls: { remaining_mg: ['hours'] },
  },
  'calories-burned': { rises: { energy_kcal: ['met', 'weight', 'duration'], net_energy_kcal: ['met', 'duration'] } },
  'exercise-oxygen-cost': {
    rises: { vo2_ml_per_kg_min: ['grade', 'power', 'step_rate'], energy_kcal_per_min: ['weight'] },
    falls: { vo2_ml_per_kg_min: ['weight'] },
  },
  'load-carriage': { rises: { metabolic_rate_w: ['load', 'speed', 'grade'] } },
  'energy-availability': {
    rises: { energy_availability_kcal_per_kg: ['energy', 'body_fat'] },
    falls: { energy_availability_kcal_per_kg: ['exercise_energy', 'fat_free_mass'] },
  },
  'resting-metabolic-rate-ratio': {
    rises: { resting_metabolic_rate_ratio: ['measured_rate'] },
    falls: { resting_metabolic_rate_ratio: ['fat_free_mass'] },
  },
};

for (const calculator of energyCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z-]+)'/.exec(code)?.[1] ?? []);
  expect(energyCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
