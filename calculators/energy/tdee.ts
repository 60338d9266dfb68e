import { z } from 'zod';
import { type ActivityLevel, defineCalculator, field, given, method, result } from '../kit/index.ts';
import { energy } from './family.ts';

const mcardle = {
  citation: 'McArdle WD, Katch FI, Katch VL. Exercise Physiology: the activity multipliers are a textbook convention',
};

const equations = {
  mifflin_st_jeor: {
    formula: 'BMR = 10·weight [kg] + 6.25·height [cm] − 5·age + 5 (men) or − 161 (women) kcal/day',
    sources: [
      {
        citation:
          'Mifflin MD, St Jeor ST, Hill LA, Scott BJ, Daugherty SA, Koh YO. A new predictive equation for resting energy expenditure in healthy individuals. Am J Clin Nutr 1990;51:241-247',
        doi: '10.1093/ajcn/51.2.241',
      },
    ],
    synonyms: ['mifflin'],
  },
  harris_benedict_1984: {
    formula:
      'BMR = 88.362 + 13.397·weight [kg] + 4.799·height [cm] − 5.677·age (men); 447.593 + 9.247·weight + 3.098·height − 4.330·age (women) kcal/day',
    sources: [
      {
        citation:
          'Roza AM, Shizgal HM. The Harris Benedict equation reevaluated: resting energy requirements and the body cell mass. Am J Clin Nutr 1984;40:168-182',
        doi: '10.1093/ajcn/40.1.168',
      },
    ],
    synonyms: ['harris', 'harris_benedict'],
  },
  katch_mcardle: {
    formula: 'BMR = 370 + 21.6·fat-free mass [kg] kcal/day; fat-free mass = weight·(1 − body fat/100)',
    sources: [
      {
        citation:
          'Cunningham JJ. Body composition as a determinant of energy expenditure: a synthetic review and a proposed general prediction equation. Am J Clin Nutr 1991;54:963-969',
      },
    ],
    synonyms: ['katch'],
  },
};

const MULTIPLIERS: Readonly<Record<ActivityLevel, number>> = {
  sedentary: 1.2,
  lightly_active: 1.375,
  moderately_active: 1.55,
  very_active: 1.725,
  extra_active: 1.9,
};

const input = z.object({
  weight: field.weight({ min: 20, max: 650 }),
  height: field.height({ min: 100, max: 272 }),
  age: field.age({ min: 18, max: 100 }),
  gender: field.gender(),
  activity_level: field.activityLevel(),
  body_fat: field.bodyFat().optional(),
  method: method(equations),
});

/** Total daily energy expenditure of adults: basal metabolic rate times an activity multiplier. */
export const tdee = defineCalculator({
  name: 'tdee',
  family: energy,
  since: 'classic',
  input,
  output: z.object({ tdee: result.kcal(), bmr: result.kcal(), activity_multiplier: result.constant() }),
  profile: ['age', 'weight', 'height', 'gender', 'activity_level'],
  equations,
  sources: [mcardle],
  examples: [
    {
      input: { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' },
      output: { tdee: 2739.63, bmr: 1767.5, activity_multiplier: 1.55 },
      origin: 'By hand: 820 + 1112.5 − 170 + 5 = 1767.5; · 1.55 = 2739.625, half away from zero',
    },
    {
      input: { weight: 68, height: 167, age: 34, gender: 'female', activity_level: 'lightly_active' },
      output: { tdee: 1915.03, bmr: 1392.75, activity_multiplier: 1.375 },
      origin: 'By hand: 680 + 1043.75 − 170 − 161 = 1392.75; · 1.375 = 1915.03125',
    },
    {
      input: {
        weight: 68,
        height: 167,
        age: 34,
        gender: 'female',
        activity_level: 'sedentary',
        method: 'harris_benedict_1984',
      },
      output: { tdee: 1735.84, bmr: 1446.54 },
      origin: 'By hand: 447.593 + 628.796 + 517.366 − 147.22 = 1446.535; · 1.2 = 1735.842',
    },
    {
      input: {
        weight: 68.75,
        height: 167,
        age: 34,
        gender: 'female',
        activity_level: 'extra_active',
        body_fat: 20,
        method: 'katch_mcardle',
      },
      output: { tdee: 2960.2, bmr: 1558 },
      origin: 'By hand: fat-free mass 68.75 · 0.8 = 55 kg; 370 + 21.6 · 55 = 1558; · 1.9 = 2960.2',
    },
  ],
  calculate(person) {
    const bmr = BASAL_METABOLIC_RATE[person.method](person);
    const multiplier = MULTIPLIERS[person.activity_level];
    return { tdee: bmr * multiplier, bmr, activity_multiplier: multiplier };
  },
  explain: () => ({ notes: ['tdee.multiplier_note'] }),
});

type Person = z.output<typeof input>;

/** Basal metabolic rate in kcal/day by each equation. */
const BASAL_METABOLIC_RATE: Readonly<Record<keyof typeof equations, (person: Person) => number>> = {
  mifflin_st_jeor: ({ weight, height, age, gender }) =>
    10 * weight + 6.25 * height - 5 * age + (gender === 'male' ? 5 : -161),
  harris_benedict_1984: ({ weight, height, age, gender }) =>
    gender === 'male'
      ? 88.362 + 13.397 * weight + 4.799 * height - 5.677 * age
      : 447.593 + 9.247 * weight + 3.098 * height - 4.33 * age,
  katch_mcardle(person) {
    const { weight, body_fat } = given(person, ['body_fat'], 'katch_mcardle');
    return 370 + 21.6 * weight * (1 - body_fat / 100);
  },
};
