import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { heartCalculators } from './index.ts';

/** What the physiology says; by the method of each example. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  'max-heart-rate': { falls: { max_heart_rate_bpm: ['age'] } },
  'heart-rate-zones': {
    rises: { heart_rate_reserve_bpm: ['max_heart_rate'] },
    falls: { heart_rate_reserve_bpm: ['resting_heart_rate'] },
  },
  'target-heart-rate': {
    rises: { target_heart_rate_bpm: ['intensity', 'max_heart_rate', 'resting_heart_rate'] },
  },
  'heart-rate-recovery': {
    rises: { heart_rate_recovery_bpm: ['peak_heart_rate'] },
    falls: { heart_rate_recovery_bpm: ['recovery_heart_rate'] },
  },
  'mean-arterial-pressure': {
    rises: { mean_arterial_pressure_mmhg: ['systolic', 'diastolic'], pulse_pressure_mmhg: ['systolic'] },
    falls: { pulse_pressure_mmhg: ['diastolic'] },
  },
  'rate-pressure-product': { rises: { rate_pressure_product: ['systolic', 'heart_rate'] } },
  'ankle-brachial-index': {
    rises: { ankle_brachial_index: ['right_ankle', 'left_ankle'] },
    falls: { ankle_brachial_index: ['right_arm', 'left_arm'] },
  },
  'shock-index': { rises: { shock_index: ['heart_rate', 'age'] }, falls: { shock_index: ['systolic', 'diastolic'] } },
};

for (const calculator of heartCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z-]+)'/.exec(code)?.[1] ?? []);
  expect(heartCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
