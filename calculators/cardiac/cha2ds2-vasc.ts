import { z } from 'zod';
import { classify, classTable, defineCalculator, field, method, result } from '../kit/index.ts';
import { cardiac } from './family.ts';
import { hindricks2021, lip2010, vanGelder2024 } from './stroke-risk-sources.ts';

const equations = {
  cha2ds2_vasc: {
    formula:
      'heart failure + hypertension + 2 · (age ≥ 75) + diabetes + 2 · stroke + vascular disease + (age 65 to 74) + female sex',
    sources: [lip2010, hindricks2021],
  },
  cha2ds2_va: {
    formula:
      'heart failure + hypertension + 2 · (age ≥ 75) + diabetes + 2 · stroke + vascular disease + (age 65 to 74)',
    sources: [vanGelder2024],
  },
};

/** ESC 2024, and ESC 2020 for men. */
const classes = classTable({ low: 0, intermediate: 1, high: 2 });
/** ESC 2020 for women, whose sex is a point of its own. */
const classesOfWomen = classTable({ low: 0, intermediate: 2, high: 3 });

const OLD = 65;
const VERY_OLD = 75;

/** Risk of a stroke in atrial fibrillation. */
export const cha2ds2Vasc = defineCalculator({
  name: 'cha2ds2-vasc',
  family: cardiac,
  since: 'v1.0.0',
  input: z.object({
    age: field.age({ min: 18, max: 120 }),
    gender: field.gender(),
    heart_failure: field.flag(),
    hypertension: field.flag(),
    diabetes: field.flag(),
    stroke: field.flag(),
    vascular_disease: field.flag(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ stroke_risk_score: result.rounded(0), category: result.classOf(classes) }),
  profile: ['age', 'gender', 'heart_failure', 'hypertension', 'diabetes', 'stroke', 'vascular_disease'],
  equations,
  examples: [
    {
      input: { ...none(), age: 76, gender: 'female', hypertension: true },
      output: { stroke_risk_score: 4, category: 'high' },
      origin: 'By hand: 2 for the age, 1 for hypertension, 1 for the sex: 4',
    },
    {
      input: { ...none(), age: 76, gender: 'female', hypertension: true, method: 'cha2ds2_va' },
      output: { stroke_risk_score: 3, category: 'high' },
      origin: 'By hand: 2 for the age and 1 for hypertension: 3; the sex has no point',
    },
    {
      input: { ...none(), age: 60, gender: 'male', diabetes: true },
      output: { stroke_risk_score: 1, category: 'intermediate' },
      origin: 'By hand: 1 for diabetes, where the intermediate class of men begins (Hindricks 2021)',
    },
    {
      input: { ...none(), age: 60, gender: 'female' },
      output: { stroke_risk_score: 1, category: 'low' },
      origin: 'By hand: 1 for the sex alone is low in women (Hindricks 2021)',
    },
    {
      input: { ...none(), age: 65, gender: 'male', stroke: true, vascular_disease: true, heart_failure: true },
      output: { stroke_risk_score: 5, category: 'high' },
      origin: 'By hand: 1 + 2 + 1 + 1 = 5',
    },
  ],
  calculate({ method, ...person }) {
    const score =
      Number(person.heart_failure) +
      Number(person.hypertension) +
      pointsOfAge(person.age) +
      Number(person.diabetes) +
      2 * Number(person.stroke) +
      Number(person.vascular_disease) +
      Number(countsSex(method, person.gender));
    return { stroke_risk_score: score, category: classify(score, tableOf(method, person.gender)) };
  },
  explain: ({ method, gender }) => ({
    classes: { category: tableOf(method, gender) },
    notes: ['cha2ds2-vasc.anticoagulation', 'cha2ds2-vasc.not_valvular'],
  }),
});

function pointsOfAge(age: number): number {
  if (age >= VERY_OLD) return 2;
  return age >= OLD ? 1 : 0;
}

const countsSex = (method: keyof typeof equations, gender: string) => method === 'cha2ds2_vasc' && gender === 'female';

const tableOf = (method: keyof typeof equations, gender: string) =>
  countsSex(method, gender) ? classesOfWomen : classes;

/** Every risk factor absent. */
function none() {
  return { heart_failure: false, hypertension: false, diabetes: false, stroke: false, vascular_disease: false };
}
