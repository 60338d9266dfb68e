import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';

const who2008 = {
  citation:
    'WHO. Waist circumference and waist-hip ratio: report of a WHO expert consultation, Geneva, 8-11 December 2008',
};

const ratioClasses = {
  male: classTable({ not_increased: 0, substantially_increased: 0.9 }),
  female: classTable({ not_increased: 0, substantially_increased: 0.85 }),
};
const waistClasses = {
  male: classTable({ not_increased: 0, increased: above(94), substantially_increased: above(102) }),
  female: classTable({ not_increased: 0, increased: above(80), substantially_increased: above(88) }),
};

/** Waist against hip, and the waist alone: the risk of metabolic complications after WHO. */
export const waistToHipRatio = defineCalculator({
  name: 'waist-to-hip-ratio',
  family: body,
  since: 'v1.0.0',
  aliases: ['whr'],
  input: z.object({ gender: field.gender(), waist: field.waist(), hip: field.hip() }),
  output: z.object({
    waist_to_hip_ratio: result.ratio(),
    category: result.withLabelsOf('risk', result.classOf(ratioClasses.male, ratioClasses.female)),
    risk: result.classOf(ratioClasses.male, ratioClasses.female),
    waist_category: result.withLabelsOf('waist_risk', result.classOf(waistClasses.male, waistClasses.female)),
    waist_risk: result.classOf(waistClasses.male, waistClasses.female),
  }),
  profile: ['gender', 'waist', 'hip'],
  equations: { waist_to_hip: { formula: 'waist / hip', sources: [who2008] } },
  examples: [
    {
      input: { gender: 'female', waist: 84, hip: 102 },
      output: { waist_to_hip_ratio: 0.824, risk: 'not_increased', waist_risk: 'increased' },
      origin: 'By hand: 84 / 102 = 0.82353',
    },
    {
      input: { gender: 'male', waist: 90, hip: 100 },
      output: { waist_to_hip_ratio: 0.9, risk: 'substantially_increased', waist_risk: 'not_increased' },
      origin: 'By hand: 90 / 100 = 0.9 exactly, the limit for men',
    },
    {
      input: { gender: 'male', waist: 94, hip: 110 },
      output: { waist_to_hip_ratio: 0.855, risk: 'not_increased', waist_risk: 'not_increased' },
      origin: 'By hand: 94 / 110 = 0.85455; a waist of 94 cm is not more than 94 cm',
    },
    {
      input: { gender: 'male', waist: 102.1, hip: 110 },
      output: { waist_to_hip_ratio: 0.928, waist_risk: 'substantially_increased' },
      origin: 'By hand: 102.1 / 110 = 0.92818; a waist of 102.1 cm is more than 102 cm',
    },
  ],
  calculate({ gender, waist, hip }) {
    const ratio = waist / hip;
    const category = classify(ratio, ratioClasses[gender]);
    const waistCategory = classify(waist, waistClasses[gender]);
    return {
      waist_to_hip_ratio: ratio,
      category,
      risk: category,
      waist_category: waistCategory,
      waist_risk: waistCategory,
    };
  },
  explain: ({ gender }) => ({
    classes: {
      category: ratioClasses[gender],
      risk: ratioClasses[gender],
      waist_category: waistClasses[gender],
      waist_risk: waistClasses[gender],
    },
    notes: ['waist-to-hip-ratio.populations'],
  }),
});
