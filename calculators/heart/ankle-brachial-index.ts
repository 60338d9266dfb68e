import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, InputRefused, result } from '../kit/index.ts';
import { heart } from './family.ts';

/** 0.90 is still abnormal, 1.40 still normal. */
const classes = classTable({ abnormal: 0, borderline: above(0.9), normal: 1, non_compressible: above(1.4) });

const pressure = () => field.bloodPressure({ min: 20, max: 300 }).optional();
const ofLeg = () => result.withLabelsOf('category', result.classOf(classes)).optional();

/** Systolic pressure at the ankles divided by the pressure at the arms. */
export const ankleBrachialIndex = defineCalculator({
  name: 'ankle-brachial-index',
  family: heart,
  since: 'classic',
  input: z.object({
    right_ankle: pressure(),
    left_ankle: pressure(),
    right_arm: pressure(),
    left_arm: pressure(),
  }),
  output: z.object({
    ankle_brachial_index: result.ratio(),
    category: result.classOf(classes),
    right_index: result.ratio().optional(),
    right_category: ofLeg(),
    left_index: result.ratio().optional(),
    left_category: ofLeg(),
  }),
  profile: ['right_ankle', 'left_ankle', 'right_arm', 'left_arm'],
  equations: {
    ankle_brachial: {
      formula: 'ABI of a leg = higher systolic pressure at its ankle / higher systolic pressure of both arms',
      sources: [
        {
          citation:
            'Aboyans V, Criqui MH, Abraham P, et al. Measurement and interpretation of the ankle-brachial index: a scientific statement from the American Heart Association. Circulation 2012;126:2890-2909',
          doi: '10.1161/CIR.0b013e318276fbcb',
        },
      ],
    },
  },
  examples: [
    {
      input: { right_ankle: 110, right_arm: 130 },
      output: { ankle_brachial_index: 0.846, category: 'abnormal', right_index: 0.846, right_category: 'abnormal' },
      origin: 'By hand: 110 / 130 = 0.84615',
    },
    {
      input: { right_ankle: 126, left_ankle: 140, right_arm: 136, left_arm: 140 },
      output: {
        ankle_brachial_index: 0.9,
        category: 'abnormal',
        left_index: 1,
        left_category: 'normal',
        right_category: 'abnormal',
      },
      origin:
        'By hand: the higher arm is 140; 126 / 140 = 0.9 exactly, still abnormal; 140 / 140 = 1, where normal begins',
    },
    {
      input: { left_ankle: 168, left_arm: 120 },
      output: { ankle_brachial_index: 1.4, category: 'normal' },
      origin: 'By hand: 168 / 120 = 1.4 exactly, still normal',
    },
    {
      input: { right_ankle: 170, left_ankle: 125, right_arm: 120 },
      output: {
        ankle_brachial_index: 1.042,
        right_index: 1.417,
        right_category: 'non_compressible',
        left_category: 'normal',
      },
      origin: 'By hand: 170 / 120 = 1.41667; 125 / 120 = 1.04167, the lower of the two',
    },
  ],
  calculate({ right_ankle, left_ankle, right_arm, left_arm }) {
    const arms = present([right_arm, left_arm]);
    const ankles = present([right_ankle, left_ankle]);
    if (ankles.length === 0) throw missing('right_ankle', 'ankle-brachial-index.one_ankle');
    if (arms.length === 0) throw missing('right_arm', 'ankle-brachial-index.one_arm');
    const arm = Math.max(...arms);
    const lower = Math.min(...ankles) / arm;
    return {
      ankle_brachial_index: lower,
      category: classify(lower, classes),
      ...(right_ankle === undefined
        ? {}
        : { right_index: right_ankle / arm, right_category: classify(right_ankle / arm, classes) }),
      ...(left_ankle === undefined
        ? {}
        : { left_index: left_ankle / arm, left_category: classify(left_ankle / arm, classes) }),
    };
  },
  explain: (_, { category, right_category, left_category }) => ({
    warnings:
      category !== 'non_compressible' && [right_category, left_category].includes('non_compressible')
        ? ['ankle-brachial-index.one_stiff_leg']
        : [],
  }),
});

const present = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);
const missing = (field: string, message: string) => new InputRefused([{ field, code: 'missing', message }]);
