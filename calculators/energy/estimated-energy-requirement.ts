import { z } from 'zod';
import { defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';
import {
  iomCoefficient,
  PHYSICAL_ACTIVITIES,
  referenceIntakeEquations,
  requirementBy,
} from './reference-intake-equations.ts';

/** Estimated energy requirement of the dietary reference intakes of the United States and Canada. */
export const estimatedEnergyRequirement = defineCalculator({
  name: 'estimated-energy-requirement',
  family: energy,
  since: 'classic',
  aliases: ['eer'],
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 3, max: 100 }),
    weight: field.weight({ min: 8, max: 400 }),
    height: field.height({ min: 75, max: 250 }),
    // The reference intakes have four levels with their own names. The names of the other calculators are accepted too.
    activity_level: field.choice(PHYSICAL_ACTIVITIES, {
      labels: 'physical_activity',
      synonyms: {
        sedentary: 'inactive',
        lightly_active: 'low_active',
        moderately_active: 'active',
        extra_active: 'very_active',
      },
    }),
    method: method(referenceIntakeEquations, { all: true }),
  }),
  output: z.object({ eer: result.kcal(), physical_activity_coefficient: result.constant().optional() }),
  profile: ['gender', 'age', 'weight', 'height', 'activity_level'],
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
  ],
  calculate(person) {
    const { method } = person;
    const requirement = requirementBy[method](person);
    if (requirement <= 0) throw new OutsideValidity('weight', 'impossible_energy');
    return {
      eer: requirement,
      ...(method === 'iom_2005' ? { physical_activity_coefficient: iomCoefficient(person) } : {}),
    };
  },
  explain: () => ({ notes: ['estimated-energy-requirement.weight_decides'] }),
});
