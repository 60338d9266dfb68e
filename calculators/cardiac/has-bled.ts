import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { cardiac } from './family.ts';

const classes = classTable({ not_high: 0, high: 3 });

const ELDERLY_ABOVE = 65;

/** Risk of a major bleeding under anticoagulation. */
export const hasBled = defineCalculator({
  name: 'has-bled',
  family: cardiac,
  since: 'v1.0.0',
  input: z.object({
    age: field.age({ min: 18, max: 120 }),
    uncontrolled_hypertension: field.flag(),
    abnormal_renal_function: field.flag(),
    abnormal_liver_function: field.flag(),
    stroke: field.flag(),
    bleeding_history: field.flag(),
    labile_inr: field.flag(),
    bleeding_drugs: field.flag(),
    alcohol: field.flag(),
  }),
  output: z.object({ has_bled_score: result.rounded(0), category: result.classOf(classes) }),
  profile: [
    'age',
    'uncontrolled_hypertension',
    'abnormal_renal_function',
    'abnormal_liver_function',
    'stroke',
    'bleeding_history',
    'labile_inr',
    'bleeding_drugs',
    'alcohol',
  ],
  equations: {
    has_bled: {
      formula:
        '1 point each: hypertension, abnormal renal function, abnormal liver function, stroke, bleeding, labile INR, age > 65, drugs, alcohol',
      sources: [
        {
          citation:
            'Pisters R, Lane DA, Nieuwlaat R, de Vos CB, Crijns HJGM, Lip GYH. A novel user-friendly score (HAS-BLED) to assess 1-year risk of major bleeding in patients with atrial fibrillation: the Euro Heart Survey. Chest 2010;138:1093-1100',
          doi: '10.1378/chest.10-0134',
        },
      ],
    },
  },
  examples: [
    {
      input: { ...none(), age: 70, stroke: true },
      output: { has_bled_score: 2, category: 'not_high' },
      origin: 'By hand: 1 for the age and 1 for the stroke: 2',
    },
    {
      input: { ...none(), age: 66, labile_inr: true, alcohol: true },
      output: { has_bled_score: 3, category: 'high' },
      origin: 'By hand: 1 + 1 + 1 = 3, where the risk becomes high (Pisters 2010)',
    },
    {
      input: { ...none(), age: 65, bleeding_drugs: true },
      output: { has_bled_score: 1, category: 'not_high' },
      origin: 'By hand: the age of 65 does not count, the drugs do: 1',
    },
  ],
  calculate(person) {
    const score =
      Number(person.uncontrolled_hypertension) +
      Number(person.abnormal_renal_function) +
      Number(person.abnormal_liver_function) +
      Number(person.stroke) +
      Number(person.bleeding_history) +
      Number(person.labile_inr) +
      Number(person.age > ELDERLY_ABOVE) +
      Number(person.bleeding_drugs) +
      Number(person.alcohol);
    return { has_bled_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['has-bled.no_reason_to_withhold'] }),
});

/** Every risk factor absent. */
function none() {
  return {
    uncontrolled_hypertension: false,
    abnormal_renal_function: false,
    abnormal_liver_function: false,
    stroke: false,
    bleeding_history: false,
    labile_inr: false,
    bleeding_drugs: false,
    alcohol: false,
  };
}
