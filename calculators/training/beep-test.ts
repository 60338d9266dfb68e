import { z } from 'zod';
import { defineCalculator, field, given, OutsideValidity, result } from '../kit/index.ts';
import { training } from './family.ts';

const leger = {
  citation:
    'Léger LA, Mercier D, Gadoury C, Lambert J. The multistage 20 metre shuttle run test for aerobic fitness. J Sports Sci 1988;6:93-101',
  doi: '10.1080/02640418808729800',
};

/** The age that the equation uses for all adults. */
const ADULT = 18;

/** Oldest age in the paper. */
const OLDEST = 50;

const input = z.object({
  age: field.age({ min: 8, max: 80 }),
  level: field.count({ min: 1, max: 21 }).optional(),
  speed: field.speed({ min: 8, max: 18.5 }).optional(),
});

/** Maximal oxygen uptake from the last completed stage of the 20 m shuttle run. */
export const beepTest = defineCalculator({
  name: 'beep-test',
  family: training,
  since: 'v1.0.0',
  input,
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake(), speed_kmh: result.kilometresPerHour() }),
  profile: ['age', 'level', 'speed'],
  equations: {
    leger: {
      formula:
        'VO2max = 31.025 + 3.238·v − 3.248·age + 0.1536·v·age mL/kg/min; v = 8 + 0.5·level km/h; age 18 for adults',
      sources: [leger],
    },
  },
  examples: [
    {
      input: { age: 20, speed: 12 },
      output: { vo2max_ml_per_kg_min: 44.59, speed_kmh: 12 },
      origin: 'By hand, age 18 for adults: 31.025 + 38.856 − 58.464 + 33.1776 = 44.5946',
    },
    {
      input: { age: 18, level: 8 },
      output: { vo2max_ml_per_kg_min: 44.59, speed_kmh: 12 },
      origin: 'By hand: level 8 is 8 + 4 = 12 km/h, as above',
    },
    {
      input: { age: 12, level: 5 },
      output: { vo2max_ml_per_kg_min: 45.4, speed_kmh: 10.5 },
      origin: 'By hand: 31.025 + 33.999 − 38.976 + 19.3536 = 45.4016',
    },
  ],
  calculate(run) {
    const v = speedOf(run);
    const age = Math.min(run.age, ADULT);
    const vo2max = 31.025 + 3.238 * v - 3.248 * age + 0.1536 * v * age;
    return {
      vo2max_ml_per_kg_min: vo2max,
      speed_kmh: v,
    };
  },
  explain: ({ age }) => ({
    warnings: age > OLDEST ? [['extrapolated', { field: 'age' }]] : [],
    notes: ['beep-test.protocol', 'maximal_effort'],
  }),
});

/** Speed of the last completed stage in km/h. */
function speedOf(run: z.output<typeof input>): number {
  if (run.level === undefined) return given(run, ['speed'], 'leger').speed;
  if (run.speed !== undefined) throw new OutsideValidity('speed', 'beep-test.given_twice');
  return 8 + 0.5 * run.level;
}
