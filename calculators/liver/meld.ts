import { z } from 'zod';
import { defineCalculator, field, given, method, result, round } from '../kit/index.ts';
import { ALBUMIN, BILIRUBIN, CREATININE, sodium } from '../lab/laboratory-inputs.ts';
import { liver } from './family.ts';
import { inr } from './liver-fields.ts';
import { meld3, meldEquations, meldNa, meld as meldOf } from './meld-equations.ts';

const input = z.object({
  bilirubin: BILIRUBIN.value(),
  bilirubin_unit: BILIRUBIN.unit(),
  inr: inr(),
  creatinine: CREATININE.value(),
  creatinine_unit: CREATININE.unit(),
  dialysis: field.flag().default(false),
  sodium: sodium().optional(),
  albumin: ALBUMIN.value().optional(),
  albumin_unit: ALBUMIN.unit(),
  gender: field.gender().optional(),
  method: method(meldEquations, { all: true }),
});

/** How urgently a patient with cirrhosis needs a transplant. */
export const meld = defineCalculator({
  name: 'meld',
  family: liver,
  since: 'v1.0.0',
  aliases: ['meld-score'],
  input,
  output: z.object({ meld_score: result.rounded(0), score_unrounded: result.rounded(1) }),
  profile: [
    'bilirubin',
    'bilirubin_unit',
    'inr',
    'creatinine',
    'creatinine_unit',
    'dialysis',
    'sodium',
    'albumin',
    'albumin_unit',
    'gender',
  ],
  usedBy: {
    sodium: ['meld_3', 'meld_na'],
    albumin: ['meld_3'],
    albumin_unit: ['meld_3'],
    gender: ['meld_3'],
  },
  equations: meldEquations,
  examples: [
    {
      input: { bilirubin: 0.6, inr: 0.9, creatinine: 0.8, sodium: 140, albumin: 4, gender: 'male' },
      output: { meld_score: 6, score_unrounded: 6 },
      origin: 'By hand: every value counts as its bound, so that all terms are 0: 0 + 6 = 6, the lowest score',
    },
    {
      input: { bilirubin: 1, inr: 1, creatinine: 1, sodium: 125, albumin: 1.5, gender: 'female' },
      output: { meld_score: 21, score_unrounded: 20.9 },
      origin: 'By hand: 1.33 + 0.82 · 12 + 1.85 · 2 + 6 = 1.33 + 9.84 + 3.7 + 6 = 20.87',
    },
    {
      input: { bilirubin: 17.1, bilirubin_unit: 'µmol/L', inr: 1, creatinine: 1, sodium: 130, method: 'meld_na' },
      output: { meld_score: 6, score_unrounded: 6.4 },
      origin: 'By hand: MELD is 6.43, rounded to 6.4; sodium counts above 11 only',
    },
    {
      input: { bilirubin: 3, inr: 1.6, creatinine: 1.4, sodium: 132, method: 'meld_na' },
      output: { meld_score: 23, score_unrounded: 22.5 },
      origin:
        'By hand: 3.78 · 1.0986 + 11.2 · 0.4700 + 9.57 · 0.3365 + 6.43 = 4.153 + 5.264 + 3.220 + 6.43 = 19.07, so 19.1; + 1.32 · 5 − 0.033 · 19.1 · 5 = 19.1 + 6.6 − 3.15 = 22.55',
    },
    {
      input: { bilirubin: 40, inr: 8, creatinine: 1, dialysis: true, method: 'meld' },
      output: { meld_score: 40 },
      origin: 'By hand: 13.94 + 23.29 + 13.27 + 6.43 = 56.9, capped at 40',
    },
  ],
  calculate(candidate) {
    const score = scoreOf(candidate);
    // The score of the allocation is whole and capped.
    return { meld_score: Math.min(Math.max(round(score, 0), 6), 40), score_unrounded: score };
  },
  explain: ({ method }) => ({
    notes: ['meld.cirrhosis', ...(method === 'meld_3' ? ['meld.adolescents'] : [])],
  }),
});

function scoreOf(patient: z.output<typeof input>): number {
  const { dialysis, inr, method } = patient;
  const candidate = {
    bilirubin: BILIRUBIN.of(patient.bilirubin, patient.bilirubin_unit),
    inr,
    creatinine: CREATININE.of(patient.creatinine, patient.creatinine_unit),
    dialysis,
  };
  if (method === 'meld') return meldOf(candidate);
  if (method === 'meld_na') return meldNa(round(meldOf(candidate), 1), given(patient, ['sodium'], method).sodium);
  const { sodium, albumin, albumin_unit, gender } = given(patient, ['sodium', 'albumin', 'gender'], method);
  return meld3(candidate, sodium, ALBUMIN.of(albumin, albumin_unit), gender === 'female');
}
