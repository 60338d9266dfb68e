import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { ALBUMIN } from '../lab/laboratory-inputs.ts';
import { liver } from './family.ts';
import { aminotransferase, platelets } from './liver-fields.ts';

const ADULT = classTable({ low: Number.NEGATIVE_INFINITY, indeterminate: -1.455, high: above(0.676) });
const FROM_65 = classTable({ low: Number.NEGATIVE_INFINITY, indeterminate: 0.12, high: above(0.676) });
const limits = (age: number) => (age >= 65 ? FROM_65 : ADULT);

/** How likely advanced fibrosis is in fatty liver. */
export const nafldFibrosisScore = defineCalculator({
  name: 'nafld-fibrosis-score',
  family: liver,
  since: 'v1.0.0',
  aliases: ['nfs'],
  input: z.object({
    age: field.age({ min: 18, max: 110 }),
    bmi: field.quantity({ min: 10, max: 150 }, 'kg/m²'),
    diabetes: field.flag(),
    ast: aminotransferase(),
    alt: aminotransferase(),
    platelets: platelets(),
    albumin: ALBUMIN.value(),
    albumin_unit: ALBUMIN.unit(),
  }),
  output: z.object({ nafld_fibrosis_score: result.rounded(3), category: result.classOf(ADULT) }),
  profile: ['age', 'bmi', 'diabetes', 'ast', 'alt', 'platelets', 'albumin', 'albumin_unit'],
  equations: {
    nafld: {
      formula:
        'score = −1.675 + 0.037·age + 0.094·BMI + 1.13 (impaired fasting glucose or diabetes) + 0.99·AST/ALT − 0.013·platelets − 0.66·albumin [g/dL]',
      sources: [
        {
          citation:
            'Angulo P, Hui JM, Marchesini G, et al. The NAFLD fibrosis score: a noninvasive system that identifies liver fibrosis in patients with NAFLD. Hepatology 2007;45:846-854',
          doi: '10.1002/hep.21496',
        },
      ],
    },
  },
  sources: [
    {
      citation:
        'McPherson S, Hardy T, Dufour JF, et al. Age as a confounding factor for the accurate non-invasive diagnosis of advanced NAFLD fibrosis. Am J Gastroenterol 2017;112:740-751',
      doi: '10.1038/ajg.2016.453',
    },
  ],
  examples: [
    {
      input: { age: 48, bmi: 31, diabetes: false, ast: 45, alt: 60, platelets: 190, albumin: 4.2 },
      output: { nafld_fibrosis_score: -1.485, category: 'low' },
      origin: 'By hand: −1.675 + 1.776 + 2.914 + 0.7425 − 2.47 − 2.772 = −1.4845',
    },
    {
      input: { age: 50, bmi: 30, diabetes: false, ast: 50, alt: 50, platelets: 190, albumin: 40, albumin_unit: 'g/L' },
      output: { nafld_fibrosis_score: -1.125, category: 'indeterminate' },
      origin: 'By hand: −1.675 + 1.85 + 2.82 + 0.99 − 2.47 − 2.64 = −1.125',
    },
    {
      input: { age: 67, bmi: 30, diabetes: true, ast: 50, alt: 50, platelets: 229, albumin: 4.2 },
      output: { nafld_fibrosis_score: -0.005, category: 'low' },
      origin: 'By hand: −1.675 + 2.479 + 2.82 + 1.13 + 0.99 − 2.977 − 2.772 = −0.005; from 65 years low ends at 0.12',
    },
    {
      input: { age: 40, bmi: 39, diabetes: false, ast: 50, alt: 50, platelets: 252, albumin: 4 },
      output: { nafld_fibrosis_score: -1.455, category: 'indeterminate' },
      origin: 'By hand: −1.675 + 1.48 + 3.666 + 0.99 − 3.276 − 2.64 = −1.455, where low ends',
    },
  ],
  calculate({ age, bmi, diabetes, ast, alt, platelets, albumin, albumin_unit }) {
    const score =
      -1.675 +
      0.037 * age +
      0.094 * bmi +
      (diabetes ? 1.13 : 0) +
      (0.99 * ast) / alt -
      0.013 * platelets -
      0.66 * ALBUMIN.of(albumin, albumin_unit);
    return { nafld_fibrosis_score: score, category: classify(score, limits(age)) };
  },
  explain: ({ age }) => ({
    classes: { category: limits(age) },
    warnings: age < 35 ? ['nafld-fibrosis-score.young'] : [],
  }),
});
