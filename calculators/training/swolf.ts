import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const convention = {
  citation: 'SWOLF (swim golf): seconds and strokes for one length, a convention of swimming training',
};

/** Seconds plus strokes for a length of the pool. A lower value is more efficient. */
export const swolf = defineCalculator({
  name: 'swolf',
  family: training,
  since: 'v1.0.0',
  input: z.object({ time: field.time({ min: 5, max: 600 }), strokes: field.count({ min: 1, max: 300 }) }),
  output: z.object({ swolf: result.index() }),
  profile: ['time', 'strokes'],
  equations: {
    swim_golf: { formula: 'SWOLF = time [s] + strokes, for one length', sources: [convention], date: '2026' },
  },
  examples: [
    { input: { time: 30, strokes: 16 }, output: { swolf: 46 }, origin: 'By hand: 30 + 16 = 46' },
    { input: { time: '0:22.5', strokes: 14 }, output: { swolf: 36.5 }, origin: 'By hand: 22.5 + 14 = 36.5' },
    { input: { time: '1:02', strokes: 41 }, output: { swolf: 103 }, origin: 'By hand: 62 + 41 = 103' },
  ],
  calculate: ({ time, strokes }) => ({ swolf: time + strokes }),
  explain: () => ({ notes: ['swolf.same_pool'] }),
});
