import { z } from 'zod';
import { above, classify, classTable, defineCalculator, OutsideValidity, result } from '../kit/index.ts';
import { anionGaps, figge1998 } from './anion-gap-equations.ts';
import { lab } from './family.ts';
import { ALBUMIN, bicarbonate, chloride, sodium } from './laboratory-inputs.ts';

const NORMAL_GAP = 12;
const NORMAL_BICARBONATE = 24;

const classes = classTable({
  normal_gap_acidosis: 0,
  mixed_acidosis: 0.4,
  high_gap_acidosis: 0.8,
  alkalosis_too: above(2),
});

/** What else is behind an acidosis with a raised anion gap. */
export const deltaRatio = defineCalculator({
  name: 'delta-ratio',
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
    delta_ratio: result.index(),
    anion_gap_mmol_per_l: result.rounded(1),
    category: result.classOf(classes),
  }),
  profile: ['sodium', 'chloride', 'bicarbonate', 'albumin', 'albumin_unit'],
  equations: {
    delta_ratio: {
      formula: 'delta ratio = (anion gap − 12) / (24 − bicarbonate); with albumin, of the corrected gap',
      sources: [
        {
          citation:
            'Rastegar A. Use of the ΔAG/ΔHCO3− ratio in the diagnosis of mixed acid-base disorders. J Am Soc Nephrol 2007;18:2429-2431',
          doi: '10.1681/ASN.2006121408',
        },
        figge1998,
      ],
    },
  },
  examples: [
    {
      input: { sodium: 138, chloride: 102, bicarbonate: 18 },
      output: { delta_ratio: 1, anion_gap_mmol_per_l: 18, category: 'high_gap_acidosis' },
      origin: 'By hand: (18 − 12) / (24 − 18) = 1',
    },
    {
      input: { sodium: 140, chloride: 112, bicarbonate: 14 },
      output: { delta_ratio: 0.2, category: 'normal_gap_acidosis' },
      origin: 'By hand: (14 − 12) / (24 − 14) = 0.2',
    },
    {
      input: { sodium: 140, chloride: 102, bicarbonate: 14, albumin: 3.2 },
      output: { delta_ratio: 1.4, anion_gap_mmol_per_l: 26, category: 'high_gap_acidosis' },
      origin: 'By hand: 24 + 2.5 · 0.8 = 26; (26 − 12) / 10 = 1.4',
    },
    {
      input: { sodium: 140, chloride: 106, bicarbonate: 14 },
      output: { delta_ratio: 0.8, category: 'high_gap_acidosis' },
      origin: 'By hand: (20 − 12) / 10 = 0.8, where the acidosis with a high gap alone begins',
    },
  ],
  calculate(sample) {
    const { gap, corrected } = anionGaps(sample);
    const used = corrected ?? gap;
    if (sample.bicarbonate >= NORMAL_BICARBONATE) throw new OutsideValidity('bicarbonate', 'delta-ratio.no_acidosis');
    if (used <= NORMAL_GAP) throw new OutsideValidity('sodium', 'delta-ratio.no_gap');
    const ratio = (used - NORMAL_GAP) / (NORMAL_BICARBONATE - sample.bicarbonate);
    return { delta_ratio: ratio, anion_gap_mmol_per_l: used, category: classify(ratio, classes) };
  },
});
