const inker2021 = {
  citation:
    'Inker LA, Eneanya ND, Coresh J, et al. New creatinine- and cystatin C-based equations to estimate GFR without race. N Engl J Med 2021;385:1737-1749',
  doi: '10.1056/NEJMoa2102953',
};

/** The equations for an estimated glomerular filtration rate, mL/min/1.73 m²; cr in mg/dL, cys in mg/L, age in years. */
export const egfrEquations = {
  ckd_epi_2021_creatinine: {
    formula:
      'eGFR = 142 · min(cr/κ, 1)^α · max(cr/κ, 1)^−1.200 · 0.9938^age · (1.012 for women); κ 0.7 and α −0.241 for women, 0.9 and −0.302 for men',
    sources: [inker2021],
    synonyms: ['ckd_epi_2021', 'ckd_epi'],
  },
  ckd_epi_2021_creatinine_cystatin_c: {
    formula:
      'eGFR = 135 · min(cr/κ, 1)^α · max(cr/κ, 1)^−0.544 · min(cys/0.8, 1)^−0.323 · max(cys/0.8, 1)^−0.778 · 0.9961^age · (0.963 for women); κ 0.7 and α −0.219 for women, 0.9 and −0.144 for men',
    sources: [inker2021],
    synonyms: ['ckd_epi_2021_combined', 'ckd_epi_2021_creatinine_cystatin'],
  },
  ckd_epi_2012_cystatin_c: {
    formula: 'eGFR = 133 · min(cys/0.8, 1)^−0.499 · max(cys/0.8, 1)^−1.328 · 0.996^age · (0.932 for women)',
    sources: [
      {
        citation:
          'Inker LA, Schmid CH, Tighiouart H, et al. Estimating glomerular filtration rate from serum creatinine and cystatin C. N Engl J Med 2012;367:20-29',
        doi: '10.1056/NEJMoa1114248',
      },
    ],
    synonyms: ['ckd_epi_2012_cystatin'],
  },
  ekfc: {
    formula:
      'eGFR = 107.3 · (cr/Q)^−0.322 if cr < Q, else 107.3 · (cr/Q)^−1.132; · 0.990^(age − 40) above 40 years; cr and Q in µmol/L; Q above 25 years 62 for women, 80 for men; to 25 years ln Q = 3.080 + 0.177·age − 0.223·ln age − 0.00596·age² + 0.0000686·age³ (women), 3.200 + 0.259·age − 0.543·ln age − 0.00763·age² + 0.0000790·age³ (men)',
    sources: [
      {
        citation:
          'Pottel H, Björk J, Courbebaisse M, et al. Development and validation of a modified full age spectrum creatinine-based equation to estimate glomerular filtration rate. Ann Intern Med 2021;174:183-191',
        doi: '10.7326/M20-4366',
      },
    ],
  },
  mdrd: {
    formula: 'eGFR = 175 · cr^−1.154 · age^−0.203 · (0.742 for women)',
    sources: [
      {
        citation:
          'Levey AS, Coresh J, Greene T, et al. Using standardized serum creatinine values in the Modification of Diet in Renal Disease study equation for estimating glomerular filtration rate. Ann Intern Med 2006;145:247-254',
        doi: '10.7326/0003-4819-145-4-200608150-00004',
      },
    ],
  },
  schwartz: {
    formula: 'eGFR = 0.413 · height [cm] / cr',
    sources: [
      {
        citation:
          'Schwartz GJ, Muñoz A, Schneider MF, et al. New equations to estimate GFR in children with CKD. J Am Soc Nephrol 2009;20:629-637',
        doi: '10.1681/ASN.2008030287',
      },
    ],
    synonyms: ['bedside_schwartz'],
  },
};

export type EgfrEquation = keyof typeof egfrEquations;

/** Whom an equation looks at. */
export interface Patient {
  readonly age: number;
  readonly female: boolean;
}

/** Youngest and oldest age of each equation. */
export const AGES: Readonly<Record<EgfrEquation, { readonly min: number; readonly max: number }>> = {
  ckd_epi_2021_creatinine: { min: 18, max: 120 },
  ckd_epi_2021_creatinine_cystatin_c: { min: 18, max: 120 },
  ckd_epi_2012_cystatin_c: { min: 18, max: 120 },
  ekfc: { min: 2, max: 120 },
  mdrd: { min: 18, max: 120 },
  schwartz: { min: 1, max: 17 },
};

/** CKD-EPI 2021 of creatinine in mg/dL. */
export function ckdEpi2021(creatinine: number, { age, female }: Patient): number {
  const ratio = creatinine / (female ? 0.7 : 0.9);
  const power = ratio < 1 ? ratio ** (female ? -0.241 : -0.302) : ratio ** -1.2;
  return 142 * power * 0.9938 ** age * (female ? 1.012 : 1);
}

/** CKD-EPI 2021 of creatinine in mg/dL and cystatin C in mg/L. */
export function ckdEpi2021Combined(creatinine: number, cystatinC: number, { age, female }: Patient): number {
  const ratio = creatinine / (female ? 0.7 : 0.9);
  const power = ratio < 1 ? ratio ** (female ? -0.219 : -0.144) : ratio ** -0.544;
  const cystatin = cystatinC / 0.8;
  return 135 * power * cystatin ** (cystatin < 1 ? -0.323 : -0.778) * 0.9961 ** age * (female ? 0.963 : 1);
}

/** CKD-EPI 2012 of cystatin C in mg/L. */
export function ckdEpi2012Cystatin(cystatinC: number, { age, female }: Patient): number {
  const ratio = cystatinC / 0.8;
  return 133 * ratio ** (ratio < 1 ? -0.499 : -1.328) * 0.996 ** age * (female ? 0.932 : 1);
}

/** EKFC of creatinine in mg/dL. */
export function ekfc(creatinine: number, { age, female }: Patient): number {
  const ratio = (creatinine * 88.4) / medianCreatinine(age, female);
  const ageing = age > 40 ? 0.99 ** (age - 40) : 1;
  return 107.3 * ratio ** (ratio < 1 ? -0.322 : -1.132) * ageing;
}

/** Q: the median creatinine of healthy people, in µmol/L. */
function medianCreatinine(age: number, female: boolean): number {
  if (age > 25) return female ? 62 : 80;
  return Math.exp(
    female
      ? 3.08 + 0.177 * age - 0.223 * Math.log(age) - 0.00596 * age ** 2 + 0.0000686 * age ** 3
      : 3.2 + 0.259 * age - 0.543 * Math.log(age) - 0.00763 * age ** 2 + 0.000079 * age ** 3,
  );
}

/** MDRD of creatinine in mg/dL, in its form for standardized creatinine. */
export const mdrd = (creatinine: number, { age, female }: Patient): number =>
  175 * creatinine ** -1.154 * age ** -0.203 * (female ? 0.742 : 1);

/** Bedside Schwartz of creatinine in mg/dL and height in cm. */
export const schwartz = (creatinine: number, height: number): number => (0.413 * height) / creatinine;
