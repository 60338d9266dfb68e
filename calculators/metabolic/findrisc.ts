import { z } from 'zod';
import { classify, classTable, defineCalculator, exceeds, field, reaches, result } from '../kit/index.ts';
import { metabolic } from './family.ts';

const classes = classTable({ low: 0, slightly_elevated: 7, moderate: 12, high: 15, very_high: 21 });

/** Percent who get type 2 diabetes within ten years. */
const RISK = { low: 1, slightly_elevated: 4, moderate: 17, high: 33, very_high: 50 };

const FAMILY_POINTS = { none: 0, second_degree: 3, first_degree: 5 };

const input = z.object({
  age: field.age({ min: 18, max: 110 }),
  gender: field.gender(),
  bmi: field.quantity({ min: 10, max: 150 }, 'kg/m²'),
  waist: field.waist(),
  physically_active: field.flag(),
  daily_vegetables: field.flag(),
  blood_pressure_drugs: field.flag(),
  high_glucose: field.flag(),
  family_history: field.choice(['none', 'second_degree', 'first_degree'], { labels: 'family_history' }),
});

/** The risk of type 2 diabetes in the next ten years. */
export const findrisc = defineCalculator({
  name: 'findrisc',
  family: metabolic,
  since: 'v1.0.0',
  aliases: ['diabetes-risk-score'],
  input,
  output: z.object({
    findrisc_score: result.rounded(0),
    category: result.classOf(classes),
    risk_10_years_percent: result.rounded(0),
  }),
  profile: [
    'age',
    'gender',
    'bmi',
    'waist',
    'physically_active',
    'daily_vegetables',
    'blood_pressure_drugs',
    'high_glucose',
    'family_history',
  ],
  equations: {
    findrisc: {
      formula:
        'age 45–54 2, 55–64 3, from 65 4; BMI 25–30 1, > 30 3; waist men 94–102, women 80–88 cm 3, above 4; inactive 2; no daily vegetables 1; drugs for blood pressure 2; high glucose 5; second-degree relative 3, first-degree 5',
      sources: [
        {
          citation:
            'Lindström J, Tuomilehto J. The diabetes risk score: a practical tool to predict type 2 diabetes risk. Diabetes Care 2003;26:725-731',
          doi: '10.2337/diacare.26.3.725',
        },
      ],
    },
  },
  examples: [
    {
      input: person({ age: 50, bmi: 27, waist: 85, physically_active: false }),
      output: { findrisc_score: 8, category: 'slightly_elevated', risk_10_years_percent: 4 },
      origin: 'By hand: 2 + 1 + 3 + 2 = 8',
    },
    {
      input: person({ age: 44, bmi: 24.9, waist: 79, daily_vegetables: false, high_glucose: true }),
      output: { findrisc_score: 6, category: 'low', risk_10_years_percent: 1 },
      origin: 'By hand: 0 + 0 + 0 + 1 + 5 = 6, the highest low score',
    },
    {
      input: person({ age: 60, bmi: 30, waist: 88 }),
      output: { findrisc_score: 7, category: 'slightly_elevated' },
      origin:
        'By hand: 3 + 1 + 3 = 7, where slightly elevated begins: a BMI of 30 and a waist of 88 cm are not above it',
    },
    {
      input: {
        ...person({ age: 65, bmi: 31, waist: 103, physically_active: false, daily_vegetables: false }),
        gender: 'male',
        blood_pressure_drugs: true,
        high_glucose: true,
        family_history: 'first_degree',
      },
      output: { findrisc_score: 26, category: 'very_high', risk_10_years_percent: 50 },
      origin: 'By hand: 4 + 3 + 4 + 2 + 1 + 2 + 5 + 5 = 26, the highest score',
    },
  ],
  calculate(person) {
    const score =
      agePoints(person.age) +
      (exceeds(person.bmi, 30) ? 3 : reaches(person.bmi, 25) ? 1 : 0) +
      waistPoints(person) +
      (person.physically_active ? 0 : 2) +
      (person.daily_vegetables ? 0 : 1) +
      (person.blood_pressure_drugs ? 2 : 0) +
      (person.high_glucose ? 5 : 0) +
      FAMILY_POINTS[person.family_history];
    const category = classify(score, classes);
    return { findrisc_score: score, category, risk_10_years_percent: RISK[category] };
  },
  explain: () => ({ notes: ['findrisc.glucose_test'] }),
});

function agePoints(age: number): number {
  if (age >= 65) return 4;
  if (age >= 55) return 3;
  return age >= 45 ? 2 : 0;
}

function waistPoints({ gender, waist }: z.output<typeof input>): number {
  const [low, high] = gender === 'male' ? [94, 102] : [80, 88];
  if (exceeds(waist, high)) return 4;
  return reaches(waist, low) ? 3 : 0;
}

/** A woman without any other risk. */
function person(facts: Readonly<Record<string, number | boolean>>) {
  return {
    gender: 'female',
    physically_active: true,
    daily_vegetables: true,
    blood_pressure_drugs: false,
    high_glucose: false,
    family_history: 'none',
    ...facts,
  };
}
