import { z } from 'zod';
import { classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';

const equations = {
  woolcott_bergman: {
    formula: 'men 64 − 20·height/waist %, women 76 − 20·height/waist %; from 15 years',
    sources: [
      {
        citation:
          'Woolcott OO, Bergman RN. Relative fat mass (RFM) as a new estimator of whole-body fat percentage: a cross-sectional study in American adult individuals. Sci Rep 2018;8:10980',
        doi: '10.1038/s41598-018-29362-1',
      },
    ],
  },
  woolcott_bergman_children: {
    formula: 'boys 74 − 22·height/waist %, girls 79 − 22·height/waist %; 8 to 14 years',
    sources: [
      {
        citation:
          'Woolcott OO, Bergman RN. Relative fat mass as an estimator of whole-body fat percentage among children and adolescents: a cross-sectional study using NHANES. Sci Rep 2019;9:15279',
        doi: '10.1038/s41598-019-51701-z',
      },
    ],
  },
};

const cutoffs = {
  citation:
    'Woolcott OO, Bergman RN. Defining cutoffs to diagnose obesity using the relative fat mass (RFM): association with mortality in NHANES 1999-2014. Int J Obes 2020;44:1301-1310',
};

const classes = {
  male: classTable({ not_obese: Number.NEGATIVE_INFINITY, obese: 30 }),
  female: classTable({ not_obese: Number.NEGATIVE_INFINITY, obese: 40 }),
};

const CHILD_FROM = 8;
const CHILD_TO = 14;

/** The study derived the cut-offs from people aged 20 and older. */
const CLASSES_FROM = 20;

const isChild = (age: number | undefined) => age !== undefined && age <= CHILD_TO;

/** Body fat from height and waist. */
export const relativeFatMass = defineCalculator({
  name: 'relative-fat-mass',
  family: body,
  since: 'v1.0.0',
  aliases: ['rfm'],
  input: z.object({
    gender: field.gender(),
    height: field.height({ min: 90, max: 250 }),
    waist: field.waist({ min: 30, max: 250 }),
    age: field.age({ min: 0, max: 120 }).optional(),
  }),
  output: z.object({
    relative_fat_mass_percent: result.percent(),
    category: result.classOf(classes.male, classes.female).optional(),
  }),
  profile: ['gender', 'height', 'waist', 'age'],
  equations,
  sources: [cutoffs],
  examples: [
    {
      input: { gender: 'male', height: 175, waist: 90 },
      output: { relative_fat_mass_percent: 25.11, category: 'not_obese' },
      origin: 'By hand: 64 − 20 · 175 / 90 = 64 − 38.8889 = 25.1111',
    },
    {
      input: { gender: 'female', height: 165, waist: 80, age: 42 },
      output: { relative_fat_mass_percent: 34.75, category: 'not_obese' },
      origin: 'By hand: 76 − 20 · 165 / 80 = 76 − 41.25 = 34.75',
    },
    {
      input: { gender: 'male', height: 170, waist: 100 },
      output: { relative_fat_mass_percent: 30, category: 'obese' },
      origin: 'By hand: 64 − 20 · 170 / 100 = 30 exactly, the cut-off for men',
    },
    {
      input: { gender: 'female', height: 140, waist: 70, age: 11 },
      output: { relative_fat_mass_percent: 35 },
      origin: 'By hand: 79 − 22 · 140 / 70 = 79 − 44 = 35',
    },
  ],
  calculate({ gender, height, waist, age }) {
    if (age !== undefined && age < CHILD_FROM) {
      throw new OutsideValidity('age', 'relative-fat-mass.too_young', { min: CHILD_FROM });
    }
    const heights = height / waist;
    const male = gender === 'male';
    const percent = isChild(age) ? (male ? 74 : 79) - 22 * heights : (male ? 64 : 76) - 20 * heights;
    return {
      relative_fat_mass_percent: percent,
      ...(age !== undefined && age < CLASSES_FROM ? {} : { category: classify(percent, classes[gender]) }),
    };
  },
  explain: ({ gender, age }) => ({
    equation: isChild(age) ? 'woolcott_bergman_children' : 'woolcott_bergman',
    classes: { category: classes[gender] },
  }),
});
