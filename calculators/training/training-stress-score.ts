import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';
import { allenCoggan } from './sources.ts';

const classes = classTable({ low: 0, medium: 150, high: 300, very_high: above(450) });

/** The load of a ride. An hour at threshold power scores 100. */
export const trainingStressScore = defineCalculator({
  name: 'training-stress-score',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    normalized_power: field.power({ min: 1, max: 1000 }),
    threshold_power: field.power({ min: 30, max: 700 }),
    duration: field.duration({ min: 1, max: 2880 }),
  }),
  output: z.object({
    training_stress_score: result.index(),
    category: result.classOf(classes),
    intensity_factor: result.ratio(),
  }),
  profile: ['normalized_power', 'threshold_power', 'duration'],
  equations: {
    coggan_stress: {
      formula:
        'TSS = 100 · seconds · NP · IF / (FTP · 3600); IF = NP / FTP; NP normalized power, FTP functional threshold power [W]',
      sources: [allenCoggan],
    },
  },
  examples: [
    {
      input: { normalized_power: 220, threshold_power: 247, duration: 90 },
      output: { training_stress_score: 119, category: 'low', intensity_factor: 0.891 },
      origin: 'By hand: 220 / 247 = 0.890688; squared 0.793326 · 1.5 h · 100 = 118.9989',
    },
    {
      input: { normalized_power: 250, threshold_power: 250, duration: 60 },
      output: { training_stress_score: 100, category: 'low', intensity_factor: 1 },
      origin: 'By hand: an hour at threshold power is 100',
    },
    {
      input: { normalized_power: 250, threshold_power: 250, duration: 90 },
      output: { training_stress_score: 150, category: 'medium' },
      origin: 'By hand: one and a half hours at threshold power are 150, where the class begins',
    },
    {
      input: { normalized_power: 250, threshold_power: 250, duration: 270 },
      output: { training_stress_score: 450, category: 'high' },
      origin: 'By hand: 4.5 hours are 450, which is not yet more than 450',
    },
  ],
  calculate({ normalized_power, threshold_power, duration }) {
    const intensity = normalized_power / threshold_power;
    const score = (100 * duration * intensity ** 2) / 60;
    return { training_stress_score: score, category: classify(score, classes), intensity_factor: intensity };
  },
  explain: () => ({ notes: ['training-stress-score.recovery'] }),
});
