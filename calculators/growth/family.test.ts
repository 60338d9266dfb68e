import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { growthCalculators } from './index.ts';

/** What the physics says; by the default method where there are several. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  'bmi-for-age': { rises: { z_score: ['weight'], percentile: ['weight'] }, falls: { z_score: ['height'] } },
  'height-for-age': { rises: { z_score: ['height'], percentile: ['height'] } },
  'weight-for-age': { rises: { z_score: ['weight'], percentile: ['weight'] } },
  'weight-for-height': { rises: { z_score: ['weight'], median_weight_kg: ['height'] }, falls: { z_score: ['height'] } },
  'head-circumference-for-age': { rises: { z_score: ['head_circumference'] } },
  'arm-circumference-for-age': { rises: { z_score: ['arm_circumference'] } },
  'skinfold-for-age': { rises: { z_score: ['skinfold'] } },
  'mid-parental-height': { rises: { mid_parental_height_cm: ['father_height', 'mother_height'] } },
  'apgar-score': { rises: { apgar_score: ['pulse', 'activity'] } },
};

for (const calculator of growthCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z-]+)'/.exec(code)?.[1] ?? []);
  expect(growthCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
