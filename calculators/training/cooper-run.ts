import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const cooper = {
  citation:
    'Cooper KH. A means of assessing maximal oxygen intake: correlation between field and treadmill testing. JAMA 1968;203:201-204',
  doi: '10.1001/jama.1968.03140030033008',
};

/** Maximal oxygen uptake from the distance run in 12 minutes. */
export const cooperRun = defineCalculator({
  name: 'cooper-run',
  family: training,
  since: 'v1.0.0',
  input: z.object({ distance: field.distance({ min: 800, max: 5000 }) }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake() }),
  profile: ['distance'],
  equations: { cooper: { formula: 'VO2max = (distance [m] − 504.9) / 44.73 mL/kg/min', sources: [cooper] } },
  examples: [
    {
      input: { distance: 2400 },
      output: { vo2max_ml_per_kg_min: 42.37 },
      origin: 'By hand: 1895.1 / 44.73 = 42.3675',
    },
    {
      input: { distance: 2741.4 },
      output: { vo2max_ml_per_kg_min: 50 },
      origin: 'By hand: 2236.5 / 44.73 = 50',
    },
    {
      input: { distance: 3218.688 },
      output: { vo2max_ml_per_kg_min: 60.67 },
      origin: "By hand: 2 miles; 2713.788 / 44.73 = 60.6704; Cooper's own 35.97 · miles − 11.29 gives 60.65",
    },
  ],
  calculate: ({ distance }) => ({ vo2max_ml_per_kg_min: (distance - 504.9) / 44.73 }),
  explain: () => ({ notes: ['maximal_effort'] }),
});
