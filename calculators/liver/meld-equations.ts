/** The equations of the model for end-stage liver disease; bilirubin and cr in mg/dL, albumin in g/dL, Na in mmol/L. */
export const meldEquations = {
  meld_3: {
    formula:
      'MELD 3.0 = 1.33 (women) + 4.56·ln bilirubin + 0.82·(137 − Na) − 0.24·(137 − Na)·ln bilirubin + 9.09·ln INR + 11.14·ln cr + 1.85·(3.5 − albumin) − 1.83·(3.5 − albumin)·ln cr + 6; bilirubin and INR at least 1, cr 1 to 3, Na 125 to 137, albumin 1.5 to 3.5; dialysis: cr 3; 6 to 40',
    sources: [
      {
        citation:
          'Kim WR, Mannalithara A, Heimbach JK, et al. MELD 3.0: the Model for End-Stage Liver Disease updated for the modern era. Gastroenterology 2021;161:1887-1895',
        doi: '10.1053/j.gastro.2021.08.050',
      },
    ],
    synonyms: ['meld_3_0', 'meld3'],
  },
  meld_na: {
    formula:
      'MELD-Na = MELD + 1.32·(137 − Na) − 0.033·MELD·(137 − Na) if MELD > 11, else MELD; MELD rounded to 0.1; Na 125 to 137; 6 to 40',
    sources: [
      kamath2001(),
      {
        citation:
          'Kim WR, Biggins SW, Kremers WK, et al. Hyponatremia and mortality among patients on the liver-transplant waiting list. N Engl J Med 2008;359:1018-1026',
        doi: '10.1056/NEJMoa0801209',
      },
      { citation: 'Organ Procurement and Transplantation Network. Policy 9: Allocation of livers. January 2016' },
    ],
  },
  meld: {
    formula:
      'MELD = 3.78·ln bilirubin + 11.2·ln INR + 9.57·ln cr + 6.43; all at least 1, cr at most 4; dialysis: cr 4; 6 to 40',
    sources: [kamath2001()],
    synonyms: ['meld_original'],
  },
};

function kamath2001() {
  return {
    citation:
      'Kamath PS, Wiesner RH, Malinchoc M, et al. A model to predict survival in patients with end-stage liver disease. Hepatology 2001;33:464-470',
    doi: '10.1053/jhep.2001.22172',
  };
}

/** Blood values of a candidate, and what changes their reading. */
export interface Candidate {
  readonly bilirubin: number;
  readonly inr: number;
  readonly creatinine: number;
  /** Two dialyses or more in the last week, or 24 hours of continuous haemodialysis. */
  readonly dialysis: boolean;
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);
const lnAtLeast1 = (value: number) => Math.log(Math.max(value, 1));

/** MELD before rounding. */
export function meld({ bilirubin, inr, creatinine, dialysis }: Candidate): number {
  const cr = dialysis ? 4 : between(1, creatinine, 4);
  return 3.78 * lnAtLeast1(bilirubin) + 11.2 * lnAtLeast1(inr) + 9.57 * Math.log(cr) + 6.43;
}

/** MELD-Na from a MELD rounded to one decimal. */
export function meldNa(rounded: number, sodium: number): number {
  if (rounded <= 11) return rounded;
  const below = 137 - between(125, sodium, 137);
  return rounded + 1.32 * below - 0.033 * rounded * below;
}

/** MELD 3.0 before rounding. */
export function meld3(candidate: Candidate, sodium: number, albumin: number, female: boolean): number {
  const cr = Math.log(candidate.dialysis ? 3 : between(1, candidate.creatinine, 3));
  const bilirubin = lnAtLeast1(candidate.bilirubin);
  const na = 137 - between(125, sodium, 137);
  const alb = 3.5 - between(1.5, albumin, 3.5);
  return (
    (female ? 1.33 : 0) +
    4.56 * bilirubin +
    0.82 * na -
    0.24 * na * bilirubin +
    9.09 * lnAtLeast1(candidate.inr) +
    11.14 * cr +
    1.85 * alb -
    1.83 * alb * cr +
    6
  );
}
