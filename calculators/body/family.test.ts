import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { bodyCalculators } from './index.ts';

/** What the physics says; by the default method where there are several. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  bmi: { rises: { bmi: ['weight'] }, falls: { bmi: ['height'] } },
  'weight-for-bmi': { rises: { weight_kg: ['height', 'bmi'] } },
  'body-surface-area': { rises: { body_surface_area_m2: ['weight', 'height'] } },
  'ideal-body-weight': { rises: { ideal_body_weight_kg: ['height'] } },
  'adjusted-body-weight': { rises: { adjusted_body_weight_kg: ['weight', 'factor', 'height'] } },
  'lean-body-mass': { rises: { lean_body_mass_kg: ['height'] } },
  'body-fat': { rises: { body_fat_percent: ['waist', 'hip'] }, falls: { body_fat_percent: ['neck'] } },
  'skinfold-body-fat': { rises: { body_fat_percent: ['thigh_skinfold', 'triceps_skinfold'] } },
  'child-body-fat': { rises: { sum_of_skinfolds_mm: ['triceps_skinfold'] } },
  'relative-fat-mass': {
    rises: { relative_fat_mass_percent: ['waist'] },
    falls: { relative_fat_mass_percent: ['height'] },
  },
  'waist-to-height-ratio': {
    rises: { waist_to_height_ratio: ['waist'] },
    falls: { waist_to_height_ratio: ['height'] },
  },
  'waist-to-hip-ratio': { rises: { waist_to_hip_ratio: ['waist'] }, falls: { waist_to_hip_ratio: ['hip'] } },
  'body-shape-index': { rises: { absi: ['waist', 'height'], absi_z_score: ['waist'] }, falls: { absi: ['weight'] } },
  'body-roundness-index': { rises: { body_roundness_index: ['waist'] }, falls: { body_roundness_index: ['height'] } },
  'body-adiposity-index': {
    rises: { body_adiposity_index_percent: ['hip'] },
    falls: { body_adiposity_index_percent: ['height'] },
  },
  'conicity-index': { rises: { conicity_index: ['waist', 'height'] }, falls: { conicity_index: ['weight'] } },
  'fat-free-mass-index': { rises: { fmi: ['body_fat'], ffmi: ['weight'] }, falls: { ffmi: ['body_fat', 'height'] } },
  'total-body-water': { rises: { total_body_water_l: ['weight', 'height'] }, falls: { total_body_water_l: ['age'] } },
  'blood-volume': { rises: { blood_volume_l: ['weight', 'height'] } },
  'frame-size': { rises: { height_to_wrist_ratio: ['height'] }, falls: { height_to_wrist_ratio: ['wrist'] } },
};

for (const calculator of bodyCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z-]+)'/.exec(code)?.[1] ?? []);
  expect(bodyCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
