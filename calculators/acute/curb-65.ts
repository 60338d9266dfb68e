import { z } from 'zod';
import {
  classify,
  classTable,
  defineCalculator,
  exceeds,
  field,
  given,
  method,
  OutsideValidity,
  reaches,
  result,
} from '../kit/index.ts';
import { UREA } from '../lab/laboratory-inputs.ts';
import { ureaUnits } from '../lab/laboratory-units.ts';
import { acute } from './family.ts';
import { adultAge, diastolic, respiratoryRate, systolic } from './vital-signs.ts';

const lim2003 = {
  citation:
    'Lim WS, van der Eerden MM, Laing R, et al. Defining community acquired pneumonia severity on presentation to hospital: an international derivation and validation study. Thorax 2003;58:377-382',
  doi: '10.1136/thorax.58.5.377',
};

const equations = {
  curb_65: {
    formula:
      '1 point each: confusion, urea > 7 mmol/L (urea nitrogen > 19.6 mg/dL), respiratory rate ≥ 30/min, blood pressure < 90 or ≤ 60 mmHg, age ≥ 65',
    sources: [lim2003, ureaUnits.source],
  },
  crb_65: { formula: 'CURB-65 without urea', sources: [lim2003] },
};
type Score = keyof typeof equations;

/** Lim 2003; without urea one point already means an assessment in hospital. */
const classes = {
  curb_65: classTable({ low: 0, intermediate: 2, high: 3 }),
  crb_65: classTable({ low: 0, intermediate: 1, high: 3 }),
};

/** In mmol/L. */
const HIGH_UREA = 7;
const FAST_BREATHING = 30;
const LOW_SYSTOLIC = 90;
const LOW_DIASTOLIC = 60;
const OLD = 65;

/** Severity of a community-acquired pneumonia. */
export const curb65 = defineCalculator({
  name: 'curb-65',
  family: acute,
  since: 'v1.0.0',
  aliases: ['curb65'],
  input: z.object({
    confusion: field.flag(),
    urea_nitrogen: UREA.value().optional(),
    urea_nitrogen_unit: UREA.unit(),
    respiratory_rate: respiratoryRate(),
    systolic: systolic(),
    diastolic: diastolic(),
    age: adultAge(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ curb_65_score: result.rounded(0), category: result.classOf(classes.curb_65) }),
  profile: ['confusion', 'urea_nitrogen', 'urea_nitrogen_unit', 'respiratory_rate', 'systolic', 'diastolic', 'age'],
  usedBy: {
    urea_nitrogen: ['curb_65'],
    urea_nitrogen_unit: ['curb_65'],
  },
  equations,
  examples: [
    {
      input: {
        confusion: false,
        urea_nitrogen: 7.1,
        urea_nitrogen_unit: 'mmol/L',
        respiratory_rate: 30,
        systolic: 120,
        diastolic: 70,
        age: 64,
      },
      output: { curb_65_score: 2, category: 'intermediate' },
      origin: 'By hand: urea above 7 and 30 breaths: 2, where the intermediate class begins',
    },
    {
      input: {
        confusion: true,
        urea_nitrogen: 7,
        urea_nitrogen_unit: 'mmol/L',
        respiratory_rate: 29,
        systolic: 90,
        diastolic: 60,
        age: 65,
      },
      output: { curb_65_score: 3, category: 'high' },
      origin: 'By hand: confusion, diastolic 60 and the age of 65: 3; urea of 7, 29 breaths and 90 mmHg do not count',
    },
    {
      input: {
        confusion: false,
        respiratory_rate: 20,
        systolic: 89,
        diastolic: 61,
        age: 40,
        method: 'crb_65',
      },
      output: { curb_65_score: 1, category: 'intermediate' },
      origin: 'By hand: systolic pressure below 90: 1, where the intermediate class of CRB-65 begins',
    },
    {
      input: { confusion: true, urea_nitrogen: 34, respiratory_rate: 34, systolic: 84, diastolic: 50, age: 81 },
      output: { curb_65_score: 5, category: 'high' },
      origin: 'By hand: urea nitrogen of 34 mg/dL is 34 / 2.8 = 12.1 mmol/L; 1 + 1 + 1 + 1 + 1 = 5, the highest score',
    },
  ],
  calculate({ method, ...found }) {
    if (found.diastolic >= found.systolic) throw new OutsideValidity('diastolic', 'diastolic_below_systolic');
    const score =
      Number(found.confusion) +
      Number(method === 'curb_65' && hasHighUrea(given(found, ['urea_nitrogen'], method))) +
      Number(reaches(found.respiratory_rate, FAST_BREATHING)) +
      Number(!reaches(found.systolic, LOW_SYSTOLIC) || !exceeds(found.diastolic, LOW_DIASTOLIC)) +
      Number(reaches(found.age, OLD));
    return { curb_65_score: score, category: classify(score, tableOf(method)) };
  },
  explain: ({ method }) => ({ classes: { category: tableOf(method) }, notes: ['curb-65.judgement'] }),
});

const tableOf = (method: Score) => classes[method];

const hasHighUrea = (found: { readonly urea_nitrogen: number; readonly urea_nitrogen_unit: 'mg/dL' | 'mmol/L' }) =>
  exceeds(ureaUnits.toSi(UREA.of(found.urea_nitrogen, found.urea_nitrogen_unit)), HIGH_UREA);
