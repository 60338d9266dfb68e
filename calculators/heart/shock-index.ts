import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, given, method, result } from '../kit/index.ts';
import { meanPressure } from './arterial-pressure.ts';
import { heart } from './family.ts';
import { diastolic, systolic } from './pressure-fields.ts';

const allgower = {
  citation: 'Allgöwer M, Burri C. Schockindex. Dtsch Med Wochenschr 1967;92:1947-1950',
  doi: '10.1055/s-0028-1106070',
};
const rady = {
  citation:
    'Rady MY, Smithline HA, Blake H, Nowak R, Rivers E. A comparison of the shock index and conventional vital signs to identify acute, critical illness in the emergency department. Ann Emerg Med 1994;24:685-690',
};

const equations = {
  index: { formula: 'SI = heart rate / systolic pressure', sources: [allgower, rady] },
  modified: {
    formula: 'MSI = heart rate / mean arterial pressure',
    sources: [
      {
        citation:
          'Liu YC, Liu JH, Fang ZA, et al. Modified shock index and mortality rate of emergency patients. World J Emerg Med 2012;3:114-117',
        doi: '10.5847/wjem.j.issn.1920-8642.2012.02.006',
      },
    ],
  },
  by_age: {
    formula: 'age shock index = age · heart rate / systolic pressure',
    sources: [
      {
        citation:
          'Zarzaur BL, Croce MA, Fischer PE, Magnotti LJ, Fabian TC. New vitals after injury: shock index for the young and age × shock index for the old. J Surg Res 2008;147:229-236',
        doi: '10.1016/j.jss.2008.03.025',
      },
    ],
  },
};

/** The product with the age has no classes, because its limits differ between studies. */
const classes = {
  index: classTable({ low: 0, normal: 0.5, raised: above(0.7), high: 0.9 }),
  modified: classTable({ low: 0, normal: 0.7, high: above(1.3) }),
};

const input = z.object({
  heart_rate: field.heartRate({ min: 20, max: 250 }),
  systolic: systolic(),
  diastolic: diastolic().optional(),
  age: field.age({ min: 18, max: 120 }).optional(),
  method: method(equations, { all: true }),
});

/** Heart rate divided by blood pressure. The index rises when the circulation fails. */
export const shockIndex = defineCalculator({
  name: 'shock-index',
  family: heart,
  since: 'v1.0.0',
  input,
  output: z.object({
    shock_index: result.ratio(),
    category: result.classOf(classes.index, classes.modified).optional(),
  }),
  profile: ['heart_rate', 'systolic', 'diastolic', 'age'],
  usedBy: {
    diastolic: ['modified'],
    age: ['by_age'],
  },
  equations,
  examples: [
    {
      input: { heart_rate: 88, systolic: 110 },
      output: { shock_index: 0.8, category: 'raised' },
      origin: 'By hand: 88 / 110 = 0.8',
    },
    {
      input: { heart_rate: 84, systolic: 120 },
      output: { shock_index: 0.7, category: 'normal' },
      origin: 'By hand: 84 / 120 = 0.7 exactly, the upper end of normal',
    },
    {
      input: { heart_rate: 99, systolic: 110, diastolic: 62, age: 70 },
      output: { shock_index: 0.9, category: 'high' },
      origin: 'By hand: 99 / 110 = 0.9 exactly, where high begins',
    },
    {
      input: { heart_rate: 104, systolic: 100, diastolic: 70, method: 'modified' },
      output: { shock_index: 1.3, category: 'normal' },
      origin: 'By hand: mean pressure 70 + 30 / 3 = 80; 104 / 80 = 1.3, not yet above 1.3',
    },
    {
      input: { heart_rate: 88, systolic: 110, age: 70, method: 'by_age' },
      output: { shock_index: 56 },
      origin: 'By hand: 70 · 0.8 = 56',
    },
  ],
  calculate(vitals) {
    const { method } = vitals;
    const value = INDEX[method](vitals);
    return { shock_index: value, ...(method === 'by_age' ? {} : { category: classify(value, classes[method]) }) };
  },
  explain: ({ method }) => ({
    ...(method === 'by_age' ? {} : { classes: { category: classes[method] } }),
    notes: ['shock-index.adults'],
  }),
});

const INDEX: Readonly<Record<keyof typeof equations, (vitals: z.output<typeof input>) => number>> = {
  index: ({ heart_rate, systolic }) => heart_rate / systolic,
  modified(vitals) {
    return vitals.heart_rate / meanPressure(given(vitals, ['diastolic'], 'modified'));
  },
  by_age(vitals) {
    return (given(vitals, ['age'], 'by_age').age * vitals.heart_rate) / vitals.systolic;
  },
};
