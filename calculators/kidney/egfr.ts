import { z } from 'zod';
import { classify, defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { CREATININE, cystatinC } from '../lab/laboratory-inputs.ts';
import {
  AGES,
  ckdEpi2012Cystatin,
  ckdEpi2021,
  ckdEpi2021Combined,
  egfrEquations,
  ekfc,
  mdrd,
  schwartz,
} from './egfr-equations.ts';
import { kidney } from './family.ts';
import { gfrCategories, kdigo2024 } from './kdigo.ts';

const input = z.object({
  gender: field.gender(),
  age: field.age({ min: 1, max: 120 }),
  creatinine: CREATININE.value().optional(),
  creatinine_unit: CREATININE.unit(),
  cystatin_c: cystatinC().optional(),
  height: field.height({ min: 40, max: 220 }).optional(),
  method: method(egfrEquations, { all: true }),
});

/** The estimated glomerular filtration rate, normalized to 1.73 m² of body surface. */
export const egfr = defineCalculator({
  name: 'egfr',
  family: kidney,
  since: 'v1.0.0',
  aliases: ['gfr'],
  input,
  output: z.object({
    egfr: result.rounded(1, { unit: 'mL/min/1.73 m²' }),
    gfr_category: result.classOf(gfrCategories),
  }),
  profile: ['gender', 'age', 'creatinine', 'creatinine_unit', 'cystatin_c', 'height'],
  usedBy: {
    creatinine: ['ckd_epi_2021_creatinine', 'ckd_epi_2021_creatinine_cystatin_c', 'ekfc', 'mdrd', 'schwartz'],
    creatinine_unit: ['ckd_epi_2021_creatinine', 'ckd_epi_2021_creatinine_cystatin_c', 'ekfc', 'mdrd', 'schwartz'],
    cystatin_c: ['ckd_epi_2021_creatinine_cystatin_c', 'ckd_epi_2012_cystatin_c'],
    height: ['schwartz'],
  },
  equations: egfrEquations,
  sources: [kdigo2024],
  examples: [
    {
      input: { gender: 'female', age: 50, creatinine: 0.7 },
      output: { egfr: 105.3, gfr_category: 'g1' },
      origin: 'By hand: cr/κ = 1; 142 · 0.9938^50 · 1.012 = 142 · 0.73274 · 1.012 = 105.30',
    },
    {
      input: { gender: 'male', age: 65, creatinine: 79.56, creatinine_unit: 'µmol/L' },
      output: { egfr: 94.8, gfr_category: 'g1' },
      origin: 'By hand: 79.56 / 88.4 = 0.9 mg/dL, so cr/κ = 1; 142 · 0.9938^65 = 142 · 0.66747 = 94.78',
    },
    {
      input: { gender: 'male', age: 65, creatinine: 1.4, cystatin_c: 1.3, method: 'all' },
      output: {
        egfr: 55.8,
        gfr_category: 'g3a',
        by_method: {
          ckd_epi_2021_creatinine_cystatin_c: { egfr: 56.4 },
          ckd_epi_2012_cystatin_c: { egfr: 53.8 },
          ekfc: { egfr: 50.9 },
          mdrd: { egfr: 50.9 },
        },
      },
      origin:
        'By hand: CKD-EPI 2021 142 · 0.58849 · 0.66747 = 55.78; with cystatin C 135 · 0.78635 · 0.68542 · 0.77569 = 56.44; cystatin C alone 133 · 0.52479 · 0.77065 = 53.79; EKFC with 123.76 / 80 107.3 · 0.61023 · 0.77782 = 50.93; MDRD 175 · 0.67822 · 0.42853 = 50.86',
    },
    {
      input: { gender: 'female', age: 8, height: 120, creatinine: 0.826, method: 'schwartz' },
      output: { egfr: 60, gfr_category: 'g2' },
      origin: 'By hand: 0.413 · 120 / 0.826 = 49.56 / 0.826 = 60, where G2 begins',
    },
  ],
  calculate(patient) {
    const value = estimate(patient);
    return { egfr: value, gfr_category: classify(value, gfrCategories) };
  },
  explain: ({ age }) => ({
    warnings: age < 18 ? ['egfr.growing'] : [],
    notes: ['egfr.steady', 'egfr.three_months'],
  }),
});

function estimate(patient: z.output<typeof input>): number {
  const { age, gender, method } = patient;
  const { min, max } = AGES[method];
  if (age < min || age > max) throw new OutsideValidity('age', 'egfr.ages', { min, max });
  const person = { age, female: gender === 'female' };
  const creatinine = () => {
    const { creatinine: value, creatinine_unit: unit } = given(patient, ['creatinine'], method);
    return CREATININE.of(value, unit);
  };
  const cystatin = () => given(patient, ['cystatin_c'], method).cystatin_c;
  switch (method) {
    case 'ckd_epi_2021_creatinine':
      return ckdEpi2021(creatinine(), person);
    case 'ckd_epi_2021_creatinine_cystatin_c':
      given(patient, ['creatinine', 'cystatin_c'], method);
      return ckdEpi2021Combined(creatinine(), cystatin(), person);
    case 'ckd_epi_2012_cystatin_c':
      return ckdEpi2012Cystatin(cystatin(), person);
    case 'ekfc':
      return ekfc(creatinine(), person);
    case 'mdrd':
      return mdrd(creatinine(), person);
    case 'schwartz':
      given(patient, ['creatinine', 'height'], method);
      return schwartz(creatinine(), given(patient, ['height'], method).height);
  }
}
