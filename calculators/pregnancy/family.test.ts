import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { pregnancyCalculators } from './index.ts';

/** What the physics says; by the default method where there are several. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  'crown-rump-length': { rises: { gestational_age_days: ['crown_rump_length'] } },
  'gestational-weight-gain': { rises: { bmi: ['weight'] }, falls: { bmi: ['height'] } },
  'fetal-weight': { rises: { fetal_weight_g: ['head_circumference'] } },
  'bishop-score': { rises: { bishop_score: ['dilation', 'station'] } },
};

for (const calculator of pregnancyCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z-]+)'/.exec(code)?.[1] ?? []);
  expect(pregnancyCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
