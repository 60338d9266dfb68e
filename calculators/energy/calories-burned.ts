import { z } from 'zod';
import {
  classify,
  defineCalculator,
  field,
  given,
  implausible,
  method,
  OutsideValidity,
  result,
} from '../kit/index.ts';
import { basalMetabolicRate } from './bmr.ts';
import { ACTIVITY_GROUPS, EDITIONS, findActivity } from './compendium.ts';
import { energy } from './family.ts';
import { garber2011, KCAL_PER_LITRE, metIntensity, OXYGEN_PER_MET } from './met.ts';
import { requiredWithout } from './required-without.ts';
import { harrisBenedict } from './sources.ts';

const compendium = {
  citation:
    'Herrmann SD, Willis EA, Ainsworth BE, et al. 2024 Adult Compendium of Physical Activities: a third update of the energy costs of human activities. J Sport Health Sci 2024;13:6-12',
  doi: '10.1016/j.jshs.2023.10.010',
};
const compendium2011 = {
  citation:
    'Ainsworth BE, Haskell WL, Herrmann SD, et al. 2011 Compendium of Physical Activities: a second update of codes and MET values. Med Sci Sports Exerc 2011;43:1575-1581',
  doi: '10.1249/MSS.0b013e31821ece12',
};

const equations = {
  met: {
    formula: 'energy [kcal] = MET·weight [kg]·hours; net (MET − 1)·weight·hours',
    sources: [compendium, compendium2011],
  },
  oxygen: {
    formula: 'energy [kcal] = MET·3.5·weight [kg] / 200·minutes; net (MET − 1)·3.5·weight / 200·minutes',
    sources: [compendium, compendium2011, garber2011],
  },
  corrected: {
    formula:
      'corrected MET = MET·3.5 / resting oxygen uptake [mL/kg/min], the latter from Harris–Benedict: kcal/day / 1440 / 5·1000 / weight; energy [kcal] = corrected MET·resting rate·time; net (corrected MET − 1)·resting rate·time',
    sources: [
      {
        citation:
          'Byrne NM, Hills AP, Hunter GR, Weinsier RL, Schutz Y. Metabolic equivalent: one size does not fit all. J Appl Physiol 2005;99:1112-1119',
        doi: '10.1152/japplphysiol.00023.2004',
      },
      harrisBenedict,
      compendium,
      compendium2011,
    ],
  },
};

const input = z.object({
  met: field.quantity({ min: 0.8, max: 25 }, 'MET').optional(),
  activity: z.string().optional(),
  compendium: field.choice(EDITIONS).optional(),
  weight: field.weight({ min: 20, max: 400 }),
  duration: field.duration({ min: 0.1, max: 1440 }),
  gender: field.gender().optional(),
  age: field.age({ min: 18, max: 100 }).optional(),
  height: field.height({ min: 100, max: 272 }).optional(),
  method: method(equations, { all: true }),
});

/** Energy that an activity takes, by its metabolic equivalent. */
export const caloriesBurned = defineCalculator({
  name: 'calories-burned',
  family: energy,
  since: 'v1.0.0',
  aliases: ['workout-calorie-estimate'],
  input,
  output: z.object({
    energy_kcal: result.kcal(),
    net_energy_kcal: result.kcal(),
    met: result.rounded(2, { unit: 'MET' }),
    corrected_met: result.index({ unit: 'MET' }).optional(),
    intensity: result.classOf(metIntensity),
    activity_code: z.string().optional(),
    activity_group: result.key(ACTIVITY_GROUPS).optional(),
    compendium: z.enum(EDITIONS).optional(),
  }),
  profile: ['met', 'activity', 'weight', 'duration', 'gender', 'age', 'height'],
  usedBy: {
    gender: ['corrected'],
    age: ['corrected'],
    height: ['corrected'],
  },
  equations,
  sources: [garber2011],
  examples: [
    {
      input: { met: 5, weight: 70, duration: 45 },
      output: { energy_kcal: 262.5, net_energy_kcal: 210, intensity: 'moderate' },
      origin: 'By hand: 5 · 70 · 0.75 = 262.5; 4 · 70 · 0.75 = 210',
    },
    {
      input: { met: 5, weight: 70, duration: 45, method: 'oxygen' },
      output: { energy_kcal: 275.63, net_energy_kcal: 220.5 },
      origin: 'By hand: 5 · 3.5 · 70 / 200 · 45 = 275.625; 4 · 3.5 · 70 / 200 · 45 = 220.5',
    },
    {
      input: { activity: 'running', weight: 60, duration: 30 },
      output: { energy_kcal: 279, met: 9.3, activity_code: '12050', activity_group: 'running', compendium: '2024' },
      origin: 'Compendium 2024, code 12050, running 6 mph: 9.3 MET; 9.3 · 60 · 0.5 = 279',
    },
    {
      input: { activity: '12030', compendium: '2011', weight: 80, duration: 60 },
      output: { energy_kcal: 664, met: 8.3, compendium: '2011', intensity: 'vigorous' },
      origin: 'Compendium 2011, code 12030, running 5 mph: 8.3 MET; 8.3 · 80 = 664',
    },
    {
      input: {
        met: 6,
        weight: 68,
        duration: 60,
        gender: 'female',
        age: 34,
        height: 167,
        method: 'corrected',
      },
      output: { energy_kcal: 428.4, net_energy_kcal: 367.76, corrected_met: 7.06, intensity: 'vigorous' },
      origin:
        'By hand: Harris–Benedict 1455.3195 kcal/day, / 1440 / 5 · 1000 / 68 = 2.97247 mL/kg/min; 6 · 3.5 / 2.97247 = 7.0648; 7.0648 · 1455.3195 / 24 = 428.4; less 60.6383',
    },
    {
      input: { met: 3, weight: 75, duration: 20 },
      output: { energy_kcal: 75, intensity: 'moderate' },
      origin: 'By hand: 3 · 75 / 3 = 75; moderate begins at 3 MET',
    },
  ],
  calculate(effort) {
    const { duration, method } = effort;
    const { met, activity } = intensityOf(effort);
    const { rest, ofRest } = RESTING[method](effort, met);
    const perMinute = (ofRest * rest) / 60;
    if (perMinute > KCAL_PER_MINUTE.max) {
      throw implausible({ name: 'energy_kcal_per_min', unit: 'kcal/min', value: perMinute, bounds: KCAL_PER_MINUTE }, [
        'weight',
        activity ? 'activity' : 'met',
      ]);
    }
    return {
      energy_kcal: (ofRest * rest * duration) / 60,
      net_energy_kcal: (Math.max(0, ofRest - 1) * rest * duration) / 60,
      met,
      ...(method === 'corrected' ? { corrected_met: ofRest } : {}),
      intensity: classify(ofRest, metIntensity),
      ...(activity
        ? { activity_code: activity.code, activity_group: activity.group, compendium: activity.edition }
        : {}),
    };
  },
  explain: () => ({ notes: ['calories-burned.average'] }),
});

/** The highest uptake that was measured, 7.5 L/min, spends 38 kcal. */
const KCAL_PER_MINUTE = { min: 0, max: 45 };

type Effort = z.output<typeof input>;

function intensityOf(effort: Effort) {
  const { met, activity, compendium } = effort;
  if (met === undefined) {
    const found = findActivity(requiredWithout('met', effort, ['activity']).activity, compendium);
    return { met: found.met, activity: found };
  }
  if (activity !== undefined) throw new OutsideValidity('met', 'calories-burned.given_twice');
  return { met };
}

/** The energy of rest in kcal/h, and the multiple of it that the effort takes. */
const RESTING: Readonly<
  Record<keyof typeof equations, (effort: Effort, met: number) => { rest: number; ofRest: number }>
> = {
  met: ({ weight }, met) => ({ rest: weight, ofRest: met }),
  oxygen: ({ weight }, met) => ({ rest: (OXYGEN_PER_MET * weight * KCAL_PER_LITRE * 60) / 1000, ofRest: met }),
  corrected(effort, met) {
    const { gender, age, height } = given(effort, ['gender', 'age', 'height'], 'corrected');
    const perDay = basalMetabolicRate('harris_benedict_1919', { gender, age, height, weight: effort.weight });
    const oxygen = ((perDay / 1440 / KCAL_PER_LITRE) * 1000) / effort.weight;
    return { rest: perDay / 24, ofRest: (met * OXYGEN_PER_MET) / oxygen };
  },
};
