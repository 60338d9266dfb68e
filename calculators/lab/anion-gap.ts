import { z } from 'zod';
import { above, classify, classTable, defineCalculator, result } from '../kit/index.ts';
import { anionGaps, figge1998 } from './anion-gap-equations.ts';
import { lab } from './family.ts';
import { ALBUMIN, bicarbonate, chloride, sodium } from './laboratory-inputs.ts';

const classes = classTable({ not_raised: Number.NEGATIVE_INFINITY, raised: above(12) });

/** The anions that the laboratory does not measure. */
export const anionGap = defineCalculator({
  name: 'anion-gap',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    sodium: sodium(),
    chloride: chloride(),
    bicarbonate: bicarbonate(),
    albumin: ALBUMIN.value().optional(),
    albumin_unit: ALBUMIN.unit(),
  }),
  output: z.object({
    anion_gap_mmol_per_l: result.rounded(1),
    corrected_anion_gap_mmol_per_l: result.rounded(1).optional(),
    category: result.classOf(classes),
  }),
  profile: ['sodium', 'chloride', 'bicarbonate', 'albumin', 'albumin_unit'],
  equations: {
    anion_gap: {
      formula:
        'anion gap = sodium − chloride − bicarbonate; corrected = anion gap + 2.5 · (4.0 − albumin [g/dL]); raised above 12 mmol/L',
      sources: [
        {
          citation:
            'Kraut JA, Madias NE. Serum anion gap: its uses and limitations in clinical medicine. Clin J Am Soc Nephrol 2007;2:162-174',
          doi: '10.2215/CJN.03020906',
        },
        figge1998,
      ],
    },
  },
  examples: [
    {
      input: { sodium: 140, chloride: 104, bicarbonate: 24 },
      output: { anion_gap_mmol_per_l: 12, category: 'not_raised' },
      origin: 'By hand: 140 − 104 − 24 = 12, which is not yet raised',
    },
    {
      input: { sodium: 138, chloride: 102, bicarbonate: 18, albumin: 3 },
      output: { anion_gap_mmol_per_l: 18, corrected_anion_gap_mmol_per_l: 20.5, category: 'raised' },
      origin: 'By hand: 138 − 102 − 18 = 18; 18 + 2.5 · 1 = 20.5',
    },
    {
      input: { sodium: 140, chloride: 105, bicarbonate: 25, albumin: 20, albumin_unit: 'g/L' },
      output: { anion_gap_mmol_per_l: 10, corrected_anion_gap_mmol_per_l: 15, category: 'raised' },
      origin: 'By hand: 10 + 2.5 · 2 = 15: a low albumin hides a raised gap',
    },
  ],
  calculate(sample) {
    const { gap, corrected } = anionGaps(sample);
    return {
      anion_gap_mmol_per_l: gap,
      ...(corrected === undefined ? {} : { corrected_anion_gap_mmol_per_l: corrected }),
      category: classify(corrected ?? gap, classes),
    };
  },
  explain: () => ({ notes: ['anion-gap.potassium'] }),
});
