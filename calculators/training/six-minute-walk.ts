import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result, round } from '../kit/index.ts';
import { training } from './family.ts';

const enright = {
  citation:
    'Enright PL, Sherrill DL. Reference equations for the six-minute walk in healthy adults. Am J Respir Crit Care Med 1998;158:1384-1387',
  doi: '10.1164/ajrccm.158.5.9710086',
};

/** How far in m the lower limit of normal lies below the predicted distance. */
const LOWER_LIMIT = { male: 153, female: 139 };

const classes = (lowerLimit: number) => classTable({ below_normal: Number.NEGATIVE_INFINITY, normal: lowerLimit });

/** Distance that a healthy person walks in six minutes, and its comparison with a measured one. */
export const sixMinuteWalk = defineCalculator({
  name: 'six-minute-walk',
  family: training,
  since: 'v1.0.0',
  aliases: ['6mwt-calculator'],
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 40, max: 80 }),
    weight: field.weight({ min: 30, max: 250 }),
    height: field.height({ min: 120, max: 220 }),
    distance: field.distance({ min: 1, max: 1200 }).optional(),
  }),
  output: z.object({
    predicted_distance_m: result.metres(),
    lower_limit_of_normal_m: result.metres(),
    percent_of_predicted: result.percent().optional(),
    category: result.key(['below_normal', 'normal']).optional(),
  }),
  profile: ['gender', 'age', 'weight', 'height', 'distance'],
  equations: {
    enright: {
      formula:
        'men 7.57·height [cm] − 5.02·age − 1.76·weight [kg] − 309 m; women 2.11·height − 2.29·weight − 5.78·age + 667 m; lower limit of normal 153 m (men) or 139 m (women) below',
      sources: [enright],
    },
  },
  examples: [
    {
      input: { gender: 'female', age: 65, weight: 68, height: 162 },
      output: { predicted_distance_m: 477.4, lower_limit_of_normal_m: 338.4 },
      origin: 'By hand: 341.82 − 155.72 − 375.7 + 667 = 477.4; − 139 = 338.4',
    },
    {
      input: { gender: 'female', age: 60, weight: 60, height: 160, distance: 381.4 },
      output: {
        predicted_distance_m: 520.4,
        lower_limit_of_normal_m: 381.4,
        percent_of_predicted: 73.29,
        category: 'normal',
      },
      origin: 'By hand: 337.6 − 137.4 − 346.8 + 667 = 520.4; − 139 = 381.4, which was walked; 38140 / 520.4 = 73.290',
    },
    {
      input: { gender: 'male', age: 58, weight: 85, height: 178, distance: 440 },
      output: { predicted_distance_m: 597.7, lower_limit_of_normal_m: 444.7, category: 'below_normal' },
      origin: 'By hand: 1347.46 − 291.16 − 149.6 − 309 = 597.7; − 153 = 444.7',
    },
  ],
  calculate({ gender, age, weight, height, distance }) {
    const predicted =
      gender === 'male'
        ? 7.57 * height - 5.02 * age - 1.76 * weight - 309
        : 2.11 * height - 2.29 * weight - 5.78 * age + 667;
    const lowerLimit = predicted - LOWER_LIMIT[gender];
    return {
      predicted_distance_m: predicted,
      lower_limit_of_normal_m: lowerLimit,
      ...(distance === undefined
        ? {}
        : { percent_of_predicted: (100 * distance) / predicted, category: classify(distance, classes(lowerLimit)) }),
    };
  },
  explain: (_, { lower_limit_of_normal_m }) => ({
    classes: { category: classes(round(lower_limit_of_normal_m, 2)) },
    notes: ['six-minute-walk.healthy'],
  }),
});
