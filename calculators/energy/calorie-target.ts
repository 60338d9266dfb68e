import { z } from 'zod';
import { quetelet } from '../body/quetelet.ts';
import { classify, defineCalculator, exceeds, field, method, OutsideValidity, reaches, result } from '../kit/index.ts';
import { bmrEquations, usedByEquation } from './bmr-equations.ts';
import { activity, adult, chosenExpenditure, expenditure, weightAlone } from './expenditure.ts';
import { energy } from './family.ts';
import { aha2013, FASTEST_LOSS_PERCENT, intakeClasses, STATIC_KCAL_PER_KG, UNDERWEIGHT_BMI } from './minimum-intake.ts';
import { mcardle } from './sources.ts';

/** The change of the daily expenditure for each goal in kcal: a convention. */
const CHANGES = { weight_loss: -500, maintenance: 0, weight_gain: 500 };

/** Energy to eat in a day to lose, hold or gain weight. */
export const calorieTarget = defineCalculator({
  name: 'calorie-target',
  family: energy,
  since: 'classic',
  aliases: ['dcn'],
  input: z.object({
    ...adult,
    ...activity,
    goal: field.goal(),
    body_fat: field.bodyFat().optional(),
    // The default equation depends on the inputs that are given, so none is documented.
    method: method(bmrEquations).unwrap().optional(),
  }),
  output: z.object({
    calorie_target: result.kcal(),
    energy_change_kcal: result.kcal(),
    intake: result.classOf(intakeClasses.female, intakeClasses.male),
    tdee: result.kcal(),
    bmr: result.kcal(),
    activity_multiplier: result.rounded(3),
  }),
  profile: ['age', 'weight', 'height', 'gender', 'activity_level', 'activity_factor', 'goal', 'body_fat'],
  // Height and gender count with every equation: for the lowest weight and the lowest intake.
  usedBy: { body_fat: usedByEquation.body_fat },
  equations: bmrEquations,
  earlier: weightAlone,
  sources: [mcardle, aha2013],
  examples: [
    {
      input: {
        age: 34,
        weight: 82,
        height: 178,
        gender: 'male',
        activity_level: 'moderately_active',
        goal: 'weight_loss',
      },
      output: { calorie_target: 2239.63, energy_change_kcal: -500, intake: 'sufficient', tdee: 2739.63, bmr: 1767.5 },
      origin: 'By hand: 1767.5 · 1.55 = 2739.625; − 500 = 2239.625, half away from zero',
    },
    {
      input: {
        age: 65,
        weight: 48.6,
        height: 160,
        gender: 'female',
        activity_level: 'sedentary',
        goal: 'maintenance',
      },
      output: { calorie_target: 1200, intake: 'sufficient', bmr: 1000 },
      origin: 'By hand: 486 + 1000 − 325 − 161 = 1000; · 1.2 = 1200 exactly, the lower limit for women',
    },
    {
      input: {
        age: 34,
        weight: 68,
        height: 167,
        gender: 'female',
        activity_level: 'sedentary',
        goal: 'weight_loss',
        method: 'harris_benedict_1984',
      },
      output: { calorie_target: 1235.84, tdee: 1735.84 },
      origin: 'By hand: 1446.535 · 1.2 = 1735.842; − 500 = 1235.842',
    },
    {
      input: {
        age: 22,
        weight: 62,
        height: 183,
        gender: 'male',
        activity_level: 'very_active',
        goal: 'weight_gain',
        body_fat: 10,
      },
      output: { calorie_target: 3217.36, energy_change_kcal: 500 },
      origin: 'By hand: 370 + 21.6 · 55.8 = 1575.28; · 1.725 = 2717.358; + 500 = 3217.358',
    },
    {
      input: { age: 34, weight: 82, height: 178, gender: 'male', activity_factor: 1.6, goal: 'weight_loss' },
      output: { calorie_target: 2328, tdee: 2828, activity_multiplier: 1.6 },
      origin: 'By hand: 1767.5 · 1.6 = 2828; − 500 = 2328',
    },
  ],
  calculate(person) {
    const { goal, gender, weight, height } = person;
    if (goal === 'weight_loss' && !reaches(quetelet(weight, height), UNDERWEIGHT_BMI)) {
      throw new OutsideValidity('goal', 'underweight', { min: UNDERWEIGHT_BMI });
    }
    const spent = expenditure(person);
    const target = spent.tdee + CHANGES[goal];
    return {
      calorie_target: target,
      energy_change_kcal: CHANGES[goal],
      intake: classify(target, intakeClasses[gender]),
      ...spent,
    };
  },
  explain: (person, { intake, energy_change_kcal }) => ({
    equation: chosenExpenditure(person),
    classes: { intake: intakeClasses[person.gender] },
    warnings: [
      ...(intake === 'below_minimum' ? ['below_minimum_intake'] : []),
      ...(exceeds(-energy_change_kcal * 7, (STATIC_KCAL_PER_KG * person.weight * FASTEST_LOSS_PERCENT) / 100)
        ? ['too_fast']
        : []),
    ],
    notes: ['calorie-target.convention', 'tdee.multiplier_note'],
  }),
});
