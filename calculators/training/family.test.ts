import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { trainingCalculators } from './index.ts';

/** What the physics says; by the method of each example where there are several. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  'one-rep-max': {
    rises: { one_rep_max_kg: ['load', 'repetitions'] },
    falls: { percent_of_one_rep_max: ['repetitions'] },
  },
  'powerlifting-points': { rises: { points: ['total'] } },
  'sinclair-total': { rises: { sinclair_total: ['total'] }, falls: { sinclair_coefficient: ['weight'] } },
  'age-adjusted-total': { rises: { adjusted_total_kg: ['total'] } },
  'relative-strength': { rises: { relative_strength: ['load'] }, falls: { relative_strength: ['weight'] } },
  'grip-strength-ratio': {
    rises: { grip_to_bmi_ratio: ['grip_strength', 'height'] },
    falls: { grip_to_bmi_ratio: ['weight'] },
  },
  'training-volume': { rises: { volume_load_kg: ['sets', 'repetitions', 'load'] } },
  'vertical-jump-power': {
    rises: { peak_power_w: ['weight', 'jump_height'], average_power_w: ['weight', 'jump_height'] },
  },
  'running-pace': { rises: { speed_kmh: ['distance'] }, falls: { speed_kmh: ['time'] } },
  'race-time': { rises: { predicted_time_s: ['time', 'target_distance'] } },
  vdot: { rises: { vdot: ['distance'] }, falls: { vdot: ['time'] } },
  'running-economy': {
    rises: { oxygen_cost_ml_per_kg_km: ['vo2'] },
    falls: { oxygen_cost_ml_per_kg_km: ['speed'] },
  },
  'cooper-run': { rises: { vo2max_ml_per_kg_min: ['distance'] } },
  'one-and-a-half-mile-run': { falls: { vo2max_ml_per_kg_min: ['time', 'weight'] } },
  'rockport-walk': { falls: { vo2max_ml_per_kg_min: ['age', 'weight', 'time', 'heart_rate'] } },
  'one-mile-jog': { falls: { vo2max_ml_per_kg_min: ['weight', 'time', 'heart_rate'] } },
  'queens-college-step': { falls: { vo2max_ml_per_kg_min: ['heart_rate'] } },
  'heart-rate-ratio': {
    rises: { vo2max_ml_per_kg_min: ['max_heart_rate'] },
    falls: { vo2max_ml_per_kg_min: ['resting_heart_rate'] },
  },
  'bruce-treadmill': { rises: { vo2max_ml_per_kg_min: ['time'] } },
  'beep-test': { rises: { vo2max_ml_per_kg_min: ['speed', 'level'] }, falls: { vo2max_ml_per_kg_min: ['age'] } },
  'astrand-cycle': {
    rises: { vo2max_l_per_min: ['power'] },
    falls: { vo2max_l_per_min: ['heart_rate', 'age'], vo2max_ml_per_kg_min: ['weight'] },
  },
  'predicted-vo2max': {
    rises: { percent_of_predicted: ['vo2max', 'age'] },
    falls: { predicted_vo2max_ml_per_kg_min: ['age', 'weight'] },
  },
  'six-minute-walk': {
    rises: { predicted_distance_m: ['height'], percent_of_predicted: ['distance'] },
    falls: { predicted_distance_m: ['age', 'weight'] },
  },
  'ruffier-dickson': {
    rises: { ruffier_index: ['exercise_heart_rate'], dickson_index: ['recovery_heart_rate'] },
    falls: { dickson_index: ['resting_heart_rate'] },
  },
  'training-impulse': { rises: { training_impulse: ['duration', 'heart_rate'] } },
  'acute-chronic-workload': {
    rises: { acute_chronic_ratio: ['acute_load'] },
    falls: { acute_chronic_ratio: ['chronic_load'] },
  },
  'aerobic-decoupling': {
    rises: { decoupling_percent: ['second_heart_rate', 'first_output'] },
    falls: { decoupling_percent: ['second_output', 'first_heart_rate'] },
  },
  'functional-threshold-power': { rises: { functional_threshold_power_w: ['power'] } },
  'training-stress-score': {
    rises: { training_stress_score: ['normalized_power', 'duration'] },
    falls: { training_stress_score: ['threshold_power'] },
  },
  'cycling-power': { rises: { power_w: ['speed', 'grade', 'headwind', 'drag_area', 'rolling_resistance'] } },
  'critical-swim-speed': { falls: { critical_swim_speed_m_per_s: ['long_time'] } },
  swolf: { rises: { swolf: ['time', 'strokes'] } },
  'steps-to-distance': { rises: { distance_m: ['height', 'steps'] } },
};

for (const calculator of trainingCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z0-9-]+)'/.exec(code)?.[1] ?? []);
  expect(trainingCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
