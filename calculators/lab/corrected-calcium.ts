import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { ALBUMIN, CALCIUM } from './laboratory-inputs.ts';
import { calciumUnits } from './laboratory-units.ts';

/** Total calcium as it would be at a normal albumin. */
export const correctedCalcium = defineCalculator({
  name: 'corrected-calcium',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    calcium: CALCIUM.value(),
    calcium_unit: CALCIUM.unit(),
    albumin: ALBUMIN.value(),
    albumin_unit: ALBUMIN.unit(),
  }),
  output: z.object({ corrected_calcium_mg_per_dl: result.rounded(2), corrected_calcium_mmol_per_l: result.rounded(2) }),
  profile: ['calcium', 'calcium_unit', 'albumin', 'albumin_unit'],
  equations: {
    payne: {
      formula: 'corrected calcium = calcium [mg/dL] + 0.8 · (4.0 − albumin [g/dL])',
      sources: [
        {
          citation:
            'Payne RB, Little AJ, Williams RB, Milner JR. Interpretation of serum calcium in patients with abnormal serum proteins. Br Med J 1973;4:643-646',
          doi: '10.1136/bmj.4.5893.643',
        },
      ],
    },
  },
  examples: [
    {
      input: { calcium: 8, albumin: 2.5 },
      output: { corrected_calcium_mg_per_dl: 9.2, corrected_calcium_mmol_per_l: 2.3 },
      origin: 'By hand: 8 + 0.8 · 1.5 = 9.2; 9.2 / 4.008 = 2.295',
    },
    {
      input: { calcium: 9.5, albumin: 4 },
      output: { corrected_calcium_mg_per_dl: 9.5 },
      origin: 'By hand: at an albumin of 4.0 g/dL nothing is corrected',
    },
    {
      input: { calcium: 2.5, calcium_unit: 'mmol/L', albumin: 45, albumin_unit: 'g/L' },
      output: { corrected_calcium_mg_per_dl: 9.62, corrected_calcium_mmol_per_l: 2.4 },
      origin: 'By hand: 10.02 − 0.8 · 0.5 = 9.62; 9.62 / 4.008 = 2.400',
    },
  ],
  calculate({ calcium, calcium_unit, albumin, albumin_unit }) {
    const corrected = CALCIUM.of(calcium, calcium_unit) + 0.8 * (4 - ALBUMIN.of(albumin, albumin_unit));
    return { corrected_calcium_mg_per_dl: corrected, corrected_calcium_mmol_per_l: calciumUnits.toSi(corrected) };
  },
  explain: () => ({ notes: ['corrected-calcium.ionized'] }),
});
