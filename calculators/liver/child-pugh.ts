import { z } from 'zod';
import { classify, classTable, defineCalculator, exceeds, field, reaches, result } from '../kit/index.ts';
import { ALBUMIN, BILIRUBIN } from '../lab/laboratory-inputs.ts';
import { liver } from './family.ts';
import { inr } from './liver-fields.ts';

const classes = classTable({ a: 5, b: 7, c: 10 });

const ASCITES = ['absent', 'slight', 'moderate'] as const;
const ENCEPHALOPATHY = ['absent', 'grade_1_2', 'grade_3_4'] as const;

/** One, two or three points: the middle row of the table includes both of its limits. */
const rising = (value: number, low: number, high: number) => (exceeds(value, high) ? 3 : reaches(value, low) ? 2 : 1);
const falling = (value: number, low: number, high: number) => (exceeds(value, high) ? 1 : reaches(value, low) ? 2 : 3);

/** How severe cirrhosis is. */
export const childPugh = defineCalculator({
  name: 'child-pugh',
  family: liver,
  since: 'v1.0.0',
  input: z.object({
    bilirubin: BILIRUBIN.value(),
    bilirubin_unit: BILIRUBIN.unit(),
    albumin: ALBUMIN.value(),
    albumin_unit: ALBUMIN.unit(),
    inr: inr(),
    ascites: field.choice(ASCITES, { labels: 'ascites', synonyms: { none: 'absent', mild: 'slight' } }),
    encephalopathy: field.choice(ENCEPHALOPATHY, { labels: 'encephalopathy', synonyms: { none: 'absent' } }),
  }),
  output: z.object({ child_pugh_score: result.rounded(0), category: result.classOf(classes) }),
  profile: ['bilirubin', 'bilirubin_unit', 'albumin', 'albumin_unit', 'inr', 'ascites', 'encephalopathy'],
  equations: {
    child_pugh: {
      formula:
        '1, 2 or 3 points: bilirubin < 2, 2 to 3, > 3 mg/dL; albumin > 3.5, 2.8 to 3.5, < 2.8 g/dL; INR < 1.7, 1.7 to 2.3, > 2.3; ascites absent, slight, moderate; encephalopathy absent, grade 1 or 2, grade 3 or 4',
      sources: [
        {
          citation:
            'Pugh RNH, Murray-Lyon IM, Dawson JL, Pietroni MC, Williams R. Transection of the oesophagus for bleeding oesophageal varices. Br J Surg 1973;60:646-649',
          doi: '10.1002/bjs.1800600817',
        },
      ],
    },
  },
  examples: [
    {
      input: { bilirubin: 1.9, albumin: 3.6, inr: 1.6, ascites: 'absent', encephalopathy: 'absent' },
      output: { child_pugh_score: 5, category: 'a' },
      origin: 'By hand: 1 + 1 + 1 + 1 + 1 = 5, the lowest score of class A',
    },
    {
      input: { bilirubin: 2, albumin: 3.5, inr: 1.6, ascites: 'absent', encephalopathy: 'absent' },
      output: { child_pugh_score: 7, category: 'b' },
      origin: 'By hand: 2 + 2 + 1 + 1 + 1 = 7, where class B begins',
    },
    {
      input: {
        bilirubin: 55,
        bilirubin_unit: 'µmol/L',
        albumin: 27,
        albumin_unit: 'g/L',
        inr: 2.3,
        ascites: 'absent',
        encephalopathy: 'absent',
      },
      output: { child_pugh_score: 10, category: 'c' },
      origin: 'By hand: 3.2 mg/dL and 2.7 g/dL: 3 + 3 + 2 + 1 + 1 = 10, where class C begins',
    },
    {
      input: { bilirubin: 3.1, albumin: 2.7, inr: 2.4, ascites: 'moderate', encephalopathy: 'grade_3_4' },
      output: { child_pugh_score: 15, category: 'c' },
      origin: 'By hand: 5 · 3 = 15, the highest score',
    },
  ],
  calculate(patient) {
    const score =
      rising(BILIRUBIN.of(patient.bilirubin, patient.bilirubin_unit), 2, 3) +
      falling(ALBUMIN.of(patient.albumin, patient.albumin_unit), 2.8, 3.5) +
      rising(patient.inr, 1.7, 2.3) +
      (ASCITES.indexOf(patient.ascites) + 1) +
      (ENCEPHALOPATHY.indexOf(patient.encephalopathy) + 1);
    return { child_pugh_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['child-pugh.cholestatic'] }),
});
