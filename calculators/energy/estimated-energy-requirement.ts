import { z } from 'zod';
import { defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { condition } from './food-fields.ts';
import {
  iomCoefficient,
  PHYSICAL_ACTIVITIES,
  referenceIntakeEquations,
  requirementBy,
} from './reference-intake-equations.ts';
import { requirementOfInfant } from './reference-intake-infants.ts';
import { requirementOfMother } from './reference-intake-mothers.ts';
import { requiredWithout } from './required-without.ts';

const input = z.object({
  gender: field.gender(),
  age: field.unless('age_months', field.age({ min: 3, max: 100 })),
  age_months: field.quantity({ min: 0, max: 35.99 }, 'months', '').optional(),
  weight: field.weight({ min: 1, max: 400 }),
  height: field.height({ min: 35, max: 250 }),
  // The reference intakes call the fourth level "very active". In the other calculators that word is the factor 1.725,
  // which lies in the third. It stays accepted until v2 in the old meaning, and so do the words of the others.
  activity_level: field.unless(
    'age_months',
    field.choice(PHYSICAL_ACTIVITIES, {
      labels: 'physical_activity',
      synonyms: {
        sedentary: 'inactive',
        lightly_active: 'low_active',
        moderately_active: 'active',
        very_active: 'highly_active',
        extra_active: 'highly_active',
      },
      earlier: ['very_active'],
    }),
  ),
  condition: condition(),
  gestational_weeks: field.count({ min: 0, max: 44 }, 'weeks').optional(),
  pre_pregnancy_weight: field.weight({ min: 25, max: 400 }).optional(),
  months_since_birth: field.count({ min: 0, max: 12 }, 'months').optional(),
  method: method(referenceIntakeEquations, { all: true }),
});

type Person = z.output<typeof input>;

/** Estimated energy requirement of the dietary reference intakes of the United States and Canada. */
export const estimatedEnergyRequirement = defineCalculator({
  name: 'estimated-energy-requirement',
  family: energy,
  since: 'classic',
  aliases: ['eer'],
  input,
  output: z.object({ eer: result.kcal(), physical_activity_coefficient: result.rounded(2).optional() }),
  profile: [
    'gender',
    'age',
    'age_months',
    'weight',
    'height',
    'activity_level',
    'condition',
    'gestational_weeks',
    'pre_pregnancy_weight',
    'months_since_birth',
  ],
  usedBy: {
    pre_pregnancy_weight: ['nasem_2023'],
  },
  equations: referenceIntakeEquations,
  examples: [
    {
      input: { gender: 'male', age: 30, weight: 70, height: 170, activity_level: 'inactive' },
      output: { eer: 2520.17 },
      origin: 'By hand: 753.07 − 10.83 · 30 + 6.50 · 170 + 14.10 · 70 = 753.07 − 324.9 + 1105 + 987',
    },
    {
      input: { gender: 'female', age: 30, weight: 70, height: 170, activity_level: 'active' },
      output: { eer: 2475.55 },
      origin: 'By hand: 710.25 − 7.01 · 30 + 6.54 · 170 + 12.34 · 70 = 710.25 − 210.3 + 1111.8 + 863.8',
    },
    {
      input: {
        gender: 'male',
        age: 40,
        weight: 80,
        height: 180,
        activity_level: 'low_active',
        method: 'iom_2005',
      },
      output: { eer: 2771.73, physical_activity_coefficient: 1.11 },
      origin: 'By hand: 662 − 381.2 + 1.11 · (1272.8 + 971.28) = 280.8 + 2490.9288 = 2771.7288',
    },
    {
      input: { gender: 'female', age: 12, weight: 44, height: 153, activity_level: 'low_active' },
      output: { eer: 2067.39 },
      origin: 'By hand: −297.54 − 267 + 12.77 · 153 + 14.73 · 44 + 30 = −564.54 + 1953.81 + 648.12 + 30',
    },
    {
      input: { gender: 'male', age_months: 6, weight: 7.9, height: 67.6 },
      output: { eer: 626.66 },
      origin: 'By hand: −716.45 − 0.5 + 17.82 · 67.6 + 15.06 · 7.9 + 20 = −716.95 + 1204.632 + 118.974 + 20 = 626.656',
    },
    {
      input: {
        gender: 'female',
        age: 30,
        weight: 70,
        height: 165,
        activity_level: 'low_active',
        condition: 'pregnant',
        gestational_weeks: 24,
        pre_pregnancy_weight: 62,
      },
      output: { eer: 2711.44 },
      origin:
        'By hand: 693.35 − 2.04 · 30 + 5.73 · 165 + 10.20 · 70 + 9.16 · 24 + 200 (BMI 22.8) = 693.35 − 61.2 + 945.45 + 714 + 219.84 + 200',
    },
    {
      input: {
        gender: 'female',
        age: 30,
        weight: 60,
        height: 165,
        activity_level: 'inactive',
        condition: 'lactating',
        months_since_birth: 3,
      },
      output: { eer: 2421 },
      origin: 'By hand: 584.90 − 210.3 + 943.8 + 702.6 = 2021; + 540 − 140',
    },
  ],
  calculate(person) {
    const requirement = requirementOf(person);
    const { age, activity_level, method } = person;
    return {
      eer: requirement,
      ...(method === 'iom_2005' && age !== undefined && activity_level !== undefined
        ? { physical_activity_coefficient: iomCoefficient({ ...person, age, activity_level }) }
        : {}),
    };
  },
  explain: ({ age_months, activity_level }) => ({
    notes: [
      'estimated-energy-requirement.weight_decides',
      ...(activity_level === undefined ? [] : ['estimated-energy-requirement.levels']),
      ...(age_months !== undefined && activity_level !== undefined ? ['estimated-energy-requirement.infants'] : []),
    ],
  }),
});

function requirementOf(person: Person): number {
  const { method, age_months, condition } = person;
  checkMother(person);
  if (age_months !== undefined) {
    if (person.age !== undefined) throw new OutsideValidity('age_months', 'estimated-energy-requirement.one_age');
    if (condition !== undefined) throw new OutsideValidity('condition', 'women_only');
    return requirementOfInfant[method]({ ...person, age_months });
  }
  const older = requiredWithout('age_months', person, ['age', 'activity_level']);
  return condition === undefined ? requirementBy[method](older) : requirementOfMother(method, { ...older, condition });
}

/** The inputs of each condition are refused without it: they would have no effect. */
function checkMother(person: Person): void {
  const { condition } = person;
  const misplaced = (field: keyof typeof NEEDED) => person[field] !== undefined && condition !== NEEDED[field];
  const field = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).find(misplaced);
  if (field !== undefined) {
    throw new OutsideValidity(field, 'estimated-energy-requirement.needs_condition', { condition: NEEDED[field] });
  }
}

const NEEDED = {
  gestational_weeks: 'pregnant',
  pre_pregnancy_weight: 'pregnant',
  months_since_birth: 'lactating',
} as const;
