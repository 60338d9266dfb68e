import { z } from 'zod';
import { quetelet } from '../body/quetelet.ts';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const studenski = {
  citation:
    'Studenski SA, Peters KW, Alley DE, et al. The FNIH sarcopenia project: rationale, study description, conference recommendations, and final estimates. J Gerontol A Biol Sci Med Sci 2014;69:547-558',
  doi: '10.1093/gerona/glu010',
};
const alley = {
  citation:
    'Alley DE, Shardell MD, Peters KW, et al. Grip strength cutpoints for the identification of clinically relevant weakness. J Gerontol A Biol Sci Med Sci 2014;69:559-566',
  doi: '10.1093/gerona/glu011',
};

const ratioClasses = {
  male: classTable({ weak: 0, not_weak: 1 }),
  female: classTable({ weak: 0, not_weak: 0.56 }),
};
const gripClasses = {
  male: classTable({ weak: 0, intermediate: 26, normal: 32 }),
  female: classTable({ weak: 0, intermediate: 16, normal: 20 }),
};

/** Grip strength, alone and divided by body mass index. Low values go with slow walking in older people. */
export const gripStrengthRatio = defineCalculator({
  name: 'grip-strength-ratio',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    grip_strength: field.mass({ min: 1, max: 150 }),
    weight: field.weight({ min: 20, max: 400 }),
    height: field.height({ min: 100, max: 250 }),
  }),
  output: z.object({
    grip_to_bmi_ratio: result.ratio(),
    category: result.classOf(ratioClasses.male, ratioClasses.female),
    grip_category: result.classOf(gripClasses.male, gripClasses.female),
    grip_to_weight_ratio: result.ratio(),
  }),
  profile: ['gender', 'grip_strength', 'weight', 'height'],
  equations: { fnih: { formula: 'grip strength [kg] / BMI [kg/m²]', sources: [studenski, alley] } },
  examples: [
    {
      input: { gender: 'male', grip_strength: 25, weight: 100, height: 200 },
      output: { grip_to_bmi_ratio: 1, category: 'not_weak', grip_category: 'weak', grip_to_weight_ratio: 0.25 },
      origin: 'By hand: BMI 100 / 4 = 25; 25 / 25 = 1 exactly, the limit for men; 25 kg is below 26 kg',
    },
    {
      input: { gender: 'male', grip_strength: 32, weight: 81, height: 180 },
      output: { grip_to_bmi_ratio: 1.28, category: 'not_weak', grip_category: 'normal', grip_to_weight_ratio: 0.395 },
      origin: 'By hand: BMI 81 / 3.24 = 25; 32 / 25 = 1.28; 32 kg is where normal begins; 32 / 81 = 0.39506',
    },
    {
      input: { gender: 'female', grip_strength: 16, weight: 75, height: 160 },
      output: { grip_to_bmi_ratio: 0.546, category: 'weak', grip_category: 'intermediate' },
      origin: 'By hand: BMI 75 / 2.56 = 29.296875; 16 / 29.296875 = 0.54613',
    },
  ],
  calculate({ gender, grip_strength, weight, height }) {
    const ratio = grip_strength / quetelet(weight, height);
    return {
      grip_to_bmi_ratio: ratio,
      category: classify(ratio, ratioClasses[gender]),
      grip_category: classify(grip_strength, gripClasses[gender]),
      grip_to_weight_ratio: grip_strength / weight,
    };
  },
  explain: ({ gender }) => ({
    classes: { category: ratioClasses[gender], grip_category: gripClasses[gender] },
    notes: ['grip-strength-ratio.older_people'],
  }),
});
