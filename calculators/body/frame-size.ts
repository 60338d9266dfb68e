import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';

const classes = {
  male: classTable({ large: 0, medium: 9.6, small: above(10.4) }),
  female: classTable({ large: 0, medium: 10.1, small: above(11) }),
};

/** Body frame from height and wrist: the thinner the wrist for the height, the smaller the frame. */
export const frameSize = defineCalculator({
  name: 'frame-size',
  family: body,
  since: 'classic',
  aliases: ['bfsi', 'body-frame-size'],
  input: z.object({
    gender: field.gender(),
    height: field.height({ min: 120, max: 250 }),
    wrist: field.length({ min: 8, max: 35 }),
  }),
  output: z.object({
    height_to_wrist_ratio: result.ratio(),
    category: result.withLabelsOf('frame_size', result.classOf(classes.male, classes.female)),
    frame_size: result.classOf(classes.male, classes.female),
  }),
  profile: ['gender', 'height', 'wrist'],
  equations: {
    grant: {
      formula: 'height / wrist circumference',
      sources: [{ citation: 'Grant JP. Handbook of Total Parenteral Nutrition. Saunders, Philadelphia 1980' }],
    },
  },
  examples: [
    {
      input: { gender: 'male', height: 180, wrist: 17.5 },
      output: { height_to_wrist_ratio: 10.286, frame_size: 'medium' },
      origin: 'By hand: 180 / 17.5 = 10.28571',
    },
    {
      input: { gender: 'male', height: 182, wrist: 17.5 },
      output: { height_to_wrist_ratio: 10.4, frame_size: 'medium' },
      origin: 'By hand: 182 / 17.5 = 10.4 exactly, which is not more than 10.4',
    },
    {
      input: { gender: 'female', height: 165, wrist: 14.8 },
      output: { height_to_wrist_ratio: 11.149, frame_size: 'small' },
      origin: 'By hand: 165 / 14.8 = 11.14865',
    },
    {
      input: { gender: 'female', height: 160, wrist: 16 },
      output: { height_to_wrist_ratio: 10, frame_size: 'large' },
      origin: 'By hand: 160 / 16 = 10, below 10.1',
    },
  ],
  calculate({ gender, height, wrist }) {
    const ratio = height / wrist;
    const category = classify(ratio, classes[gender]);
    return { height_to_wrist_ratio: ratio, category, frame_size: category };
  },
  explain: ({ gender }) => ({ classes: { category: classes[gender], frame_size: classes[gender] } }),
});
