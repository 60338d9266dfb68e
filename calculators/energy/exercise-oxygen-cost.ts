import { z } from 'zod';
import {
  defineCalculator,
  exceeds,
  field,
  given,
  method,
  OutsideValidity,
  type Remark,
  reaches,
  result,
} from '../kit/index.ts';
import { energy } from './family.ts';
import { KCAL_PER_LITRE, OXYGEN_PER_MET } from './met.ts';

const acsm = {
  citation:
    'American College of Sports Medicine. ACSM’s Guidelines for Exercise Testing and Prescription, 11th edition. Wolters Kluwer, Philadelphia 2021 (metabolic equations)',
};

const equations = {
  walking: {
    formula: 'VO2 = 3.5 + 0.1·S + 1.8·S·G mL/kg/min; S speed in m/min, G grade as a fraction',
    sources: [acsm],
  },
  running: {
    formula: 'VO2 = 3.5 + 0.2·S + 0.9·S·G mL/kg/min; S speed in m/min, G grade as a fraction',
    sources: [acsm],
  },
  leg_cycling: { formula: 'VO2 = 7 + 10.8·power [W] / weight [kg] mL/kg/min', sources: [acsm] },
  arm_cycling: { formula: 'VO2 = 3.5 + 18·power [W] / weight [kg] mL/kg/min', sources: [acsm] },
  stepping: {
    formula: 'VO2 = 3.5 + 0.2·f + 1.33·1.8·h·f mL/kg/min; f steps a minute, h height of the step in m',
    sources: [acsm],
  },
};

const input = z.object({
  weight: field.weight({ min: 20, max: 300 }),
  speed: field.speed({ min: 0.5, max: 45 }).optional(),
  grade: field.percentage({ min: 0, max: 40 }).default(0),
  power: field.power({ min: 0, max: 800 }).optional(),
  step_height: field.length({ min: 1, max: 60 }).optional(),
  step_rate: field.quantity({ min: 1, max: 60 }, '/min', 'per_min').optional(),
  method: method(equations),
});

type Exercise = z.output<typeof input>;

/** Speeds in m/min: the range of walking, the slowest run, and the speed above which everyone runs. */
const SPEEDS = { walkingFrom: 50, walkingTo: 100, runningFrom: 80, surelyRunningAbove: 134 };

/** The range that the equations were derived from. Beyond it they extrapolate. */
const RANGES: Partial<
  Record<Exercise['method'], readonly (readonly ['power' | 'step_height' | 'step_rate', number, number])[]>
> = {
  leg_cycling: [['power', 50, 200]],
  arm_cycling: [['power', 25, 125]],
  stepping: [
    ['step_height', 4, 40],
    ['step_rate', 12, 30],
  ],
};

/** Oxygen uptake and energy of a steady pace or load, by the metabolic equations of ACSM. */
export const exerciseOxygenCost = defineCalculator({
  name: 'exercise-oxygen-cost',
  family: energy,
  since: 'v1.0.0',
  input,
  output: z.object({
    vo2_ml_per_kg_min: result.oxygenUptake(),
    met: result.index({ unit: 'MET' }),
    energy_kcal_per_min: result.kcal(),
  }),
  profile: ['weight', 'speed', 'grade', 'power', 'step_height', 'step_rate'],
  usedBy: {
    speed: ['walking', 'running'],
    grade: ['walking', 'running'],
    power: ['leg_cycling', 'arm_cycling'],
    step_height: ['stepping'],
    step_rate: ['stepping'],
  },
  equations,
  examples: [
    {
      input: { weight: 70, speed: 5.4, grade: 5 },
      output: { vo2_ml_per_kg_min: 20.6, met: 5.89, energy_kcal_per_min: 7.21 },
      origin: 'By hand: 90 m/min: 3.5 + 9 + 1.8 · 90 · 0.05 = 20.6; / 3.5 = 5.886; · 70 / 200 = 7.21',
    },
    {
      input: { weight: 70, speed: 9.6, method: 'running' },
      output: { vo2_ml_per_kg_min: 35.5, energy_kcal_per_min: 12.43 },
      origin: 'By hand: 160 m/min: 3.5 + 32 = 35.5; · 70 / 200 = 12.425',
    },
    {
      input: { weight: 75, power: 150, method: 'leg_cycling' },
      output: { vo2_ml_per_kg_min: 28.6, energy_kcal_per_min: 10.73 },
      origin: 'By hand: 7 + 10.8 · 150 / 75 = 28.6; · 75 / 200 = 10.725',
    },
    {
      input: { weight: 60, power: 50, method: 'arm_cycling' },
      output: { vo2_ml_per_kg_min: 18.5, met: 5.29 },
      origin: 'By hand: 3.5 + 18 · 50 / 60 = 18.5; / 3.5 = 5.286',
    },
    {
      input: { weight: 65, step_height: 25, step_rate: 24, method: 'stepping' },
      output: { vo2_ml_per_kg_min: 22.66, energy_kcal_per_min: 7.37 },
      origin: 'By hand: 3.5 + 4.8 + 1.33 · 1.8 · 0.25 · 24 = 22.664; · 65 / 200 = 7.3658',
    },
  ],
  calculate(exercise) {
    const uptake = UPTAKE[exercise.method](exercise);
    return {
      vo2_ml_per_kg_min: uptake,
      met: uptake / OXYGEN_PER_MET,
      energy_kcal_per_min: (uptake * exercise.weight * KCAL_PER_LITRE) / 1000,
    };
  },
  explain: (exercise) => ({
    warnings: [
      ...(exercise.method === 'running' && !exceeds(metresPerMinute(exercise.speed), SPEEDS.surelyRunningAbove)
        ? ['exercise-oxygen-cost.slow_running']
        : []),
      ...(RANGES[exercise.method] ?? [])
        .filter(([name, from, to]) => {
          const value = exercise[name];
          return value !== undefined && !(reaches(value, from) && reaches(to, value));
        })
        .map(([field]): Remark => ['extrapolated', { field }]),
    ],
    notes: ['exercise-oxygen-cost.steady'],
  }),
});

const metresPerMinute = (speed = 0) => (speed * 1000) / 60;

const UPTAKE: Readonly<Record<Exercise['method'], (exercise: Exercise) => number>> = {
  walking(exercise) {
    const speed = metresPerMinute(given(exercise, ['speed'], 'walking').speed);
    if (!reaches(speed, SPEEDS.walkingFrom) || exceeds(speed, SPEEDS.walkingTo)) {
      throw new OutsideValidity('speed', 'exercise-oxygen-cost.walking_speeds');
    }
    return OXYGEN_PER_MET + 0.1 * speed + (1.8 * speed * exercise.grade) / 100;
  },
  running(exercise) {
    const speed = metresPerMinute(given(exercise, ['speed'], 'running').speed);
    if (!reaches(speed, SPEEDS.runningFrom)) throw new OutsideValidity('speed', 'exercise-oxygen-cost.running_speeds');
    return OXYGEN_PER_MET + 0.2 * speed + (0.9 * speed * exercise.grade) / 100;
  },
  leg_cycling(exercise) {
    const { power, weight } = given(exercise, ['power'], 'leg_cycling');
    return 7 + (10.8 * power) / weight;
  },
  arm_cycling(exercise) {
    const { power, weight } = given(exercise, ['power'], 'arm_cycling');
    return OXYGEN_PER_MET + (18 * power) / weight;
  },
  stepping(exercise) {
    const { step_height, step_rate } = given(exercise, ['step_height', 'step_rate'], 'stepping');
    return OXYGEN_PER_MET + 0.2 * step_rate + (1.33 * 1.8 * step_height * step_rate) / 100;
  },
};
