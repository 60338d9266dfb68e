import { z } from 'zod';
import { classify, classTable, defineCalculator, result } from '../kit/index.ts';
import { BILIRUBIN, CREATININE, sodium } from '../lab/laboratory-inputs.ts';
import { bilirubinUnits, creatinineUnits } from '../lab/laboratory-units.ts';
import { liver } from './family.ts';
import { inr } from './liver-fields.ts';

const classes = classTable({ below_listing: Number.NEGATIVE_INFINITY, listing: 49 });

/** The score by which the United Kingdom lists patients for a liver. */
export const ukeld = defineCalculator({
  name: 'ukeld',
  family: liver,
  since: 'v1.0.0',
  input: z.object({
    bilirubin: BILIRUBIN.value(),
    bilirubin_unit: BILIRUBIN.unit(),
    inr: inr(),
    creatinine: CREATININE.value(),
    creatinine_unit: CREATININE.unit(),
    sodium: sodium(),
  }),
  output: z.object({ ukeld_score: result.rounded(1), category: result.classOf(classes) }),
  profile: ['bilirubin', 'bilirubin_unit', 'inr', 'creatinine', 'creatinine_unit', 'sodium'],
  equations: {
    ukeld: {
      formula:
        'UKELD = 5.395·ln INR + 1.485·ln creatinine + 3.13·ln bilirubin − 81.565·ln Na + 435; creatinine and bilirubin in µmol/L',
      sources: [
        {
          citation:
            'Barber K, Madden S, Allen J, Collett D, Neuberger J, Gimson A. Elective liver transplant list mortality: development of a United Kingdom end-stage liver disease score. Transplantation 2011;92:469-476',
          doi: '10.1097/TP.0b013e318225db4d',
        },
      ],
    },
  },
  examples: [
    {
      input: {
        bilirubin: 23,
        bilirubin_unit: 'µmol/L',
        inr: 1,
        creatinine: 60,
        creatinine_unit: 'µmol/L',
        sodium: 138,
      },
      output: { ukeld_score: 49, category: 'listing' },
      origin:
        'By hand: 5.395 · 0.0000 + 1.485 · 4.0943 + 3.13 · 3.1355 − 81.565 · 4.9273 + 435 = 49.00, where listing begins',
    },
    {
      input: { bilirubin: 1, inr: 1, creatinine: 1, sodium: 140 },
      output: { ukeld_score: 47.5, category: 'below_listing' },
      origin:
        'By hand: 1 mg/dL is 17.1 and 88.4 µmol/L; 0 + 1.485 · 4.4819 + 3.13 · 2.8391 − 81.565 · 4.9416 + 435 = 47.48',
    },
    {
      input: {
        bilirubin: 200,
        bilirubin_unit: 'µmol/L',
        inr: 2.5,
        creatinine: 150,
        creatinine_unit: 'µmol/L',
        sodium: 128,
      },
      output: { ukeld_score: 68.2, category: 'listing' },
      origin: 'By hand: 5.395 · 0.9163 + 1.485 · 5.0106 + 3.13 · 5.2983 − 81.565 · 4.8520 + 435 = 68.21',
    },
  ],
  calculate(patient) {
    const bilirubin = bilirubinUnits.toSi(BILIRUBIN.of(patient.bilirubin, patient.bilirubin_unit));
    const creatinine = creatinineUnits.toSi(CREATININE.of(patient.creatinine, patient.creatinine_unit));
    const score =
      5.395 * Math.log(patient.inr) +
      1.485 * Math.log(creatinine) +
      3.13 * Math.log(bilirubin) -
      81.565 * Math.log(patient.sodium) +
      435;
    return { ukeld_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['ukeld.listing'] }),
});
