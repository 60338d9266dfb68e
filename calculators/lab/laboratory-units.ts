import { field, OutsideValidity, round, type Source } from '../kit/index.ts';

/** A quantity that laboratories report in a conventional unit or in one of the SI. */
export interface LaboratoryUnits<Conventional extends string, Si extends string> {
  readonly conventional: Conventional;
  readonly si: Si;
  /** The value in the SI unit. */
  readonly toSi: (conventional: number) => number;
  /** The value in the conventional unit. */
  readonly toConventional: (si: number) => number;
  readonly source: Source;
}

/** mg/dL in 1 mmol/L of cholesterol: its molar mass, 386.65 g/mol, as laboratories round it. */
const CHOLESTEROL_MG_PER_MMOL = 38.67;

/** Total, HDL or LDL cholesterol. */
export const cholesterolUnits: LaboratoryUnits<'mg/dL', 'mmol/L'> = {
  conventional: 'mg/dL',
  si: 'mmol/L',
  toSi: (mgPerDl) => mgPerDl / CHOLESTEROL_MG_PER_MMOL,
  toConventional: (mmolPerL) => mmolPerL * CHOLESTEROL_MG_PER_MMOL,
  source: {
    citation:
      'Young DS. Implementation of SI units for clinical laboratory data: style specifications and conversion tables. Ann Intern Med 1987;106:114-129',
    doi: '10.7326/0003-4819-106-1-114',
  },
};

/** Glycated haemoglobin: percent of NGSP, mmol/mol of the IFCC. */
export const hba1cUnits: LaboratoryUnits<'%', 'mmol/mol'> = {
  conventional: '%',
  si: 'mmol/mol',
  toSi: (percent) => 10.93 * percent - 23.5,
  toConventional: (mmolPerMol) => 0.09148 * mmolPerMol + 2.152,
  source: {
    citation:
      'Hoelzel W, Weykamp C, Jeppsson JO, et al. IFCC reference system for measurement of hemoglobin A1c in human blood and the national standardization schemes in the United States, Japan, and Sweden. Clin Chem 2004;50:166-174',
    doi: '10.1373/clinchem.2003.024802',
  },
};

/** mg/g in 1 mg/mmol: creatinine of 1 mmol weighs 0.1131 g. */
const UACR_MG_PER_G = 8.84;

/** Albumin in the urine in relation to creatinine. */
export const uacrUnits: LaboratoryUnits<'mg/g', 'mg/mmol'> = {
  conventional: 'mg/g',
  si: 'mg/mmol',
  toSi: (mgPerG) => mgPerG / UACR_MG_PER_G,
  toConventional: (mgPerMmol) => mgPerMmol * UACR_MG_PER_G,
  source: {
    citation:
      'Kidney Disease: Improving Global Outcomes (KDIGO) CKD Work Group. KDIGO 2024 clinical practice guideline for the evaluation and management of chronic kidney disease. Kidney Int 2024;105(4S):S117-S314',
    doi: '10.1016/j.kint.2023.10.018',
  },
};

const byFactor = <Conventional extends string, Si extends string>(
  conventional: Conventional,
  si: Si,
  inOneSi: number,
  source: Source,
): LaboratoryUnits<Conventional, Si> => ({
  conventional,
  si,
  toSi: (value) => value / inOneSi,
  toConventional: (value) => value * inOneSi,
  source,
});

const young1987 = cholesterolUnits.source;

/** Triglycerides: mean molar mass 885.7 g/mol. */
export const triglycerideUnits = byFactor('mg/dL', 'mmol/L', 88.57, young1987);

/** Creatinine in blood or urine: molar mass 113.12 g/mol, so that 1 mg/dL is 88.4 µmol/L. */
export const creatinineUnits = byFactor('mg/dL', 'µmol/L', 1 / 88.4, young1987);

/** Total bilirubin: molar mass 584.7 g/mol, so that 1 mg/dL is 17.1 µmol/L. */
export const bilirubinUnits = byFactor('mg/dL', 'µmol/L', 1 / 17.1, young1987);

/** Glucose: 18 mg/dL in 1 mmol/L, the factor by which equations are published in both units (180.16 g/mol). */
export const glucoseUnits = byFactor('mg/dL', 'mmol/L', 18, young1987);

/** mg/dL of urea nitrogen, mmol/L of urea, which has two nitrogen atoms: 28 mg in 1 mmol. */
export const ureaUnits = byFactor('mg/dL', 'mmol/L', 2.8, young1987);

/** Total calcium: molar mass 40.08 g/mol. */
export const calciumUnits = byFactor('mg/dL', 'mmol/L', 4.008, young1987);

/** Phosphate, as phosphorus: molar mass 30.97 g/mol. */
export const phosphateUnits = byFactor('mg/dL', 'mmol/L', 3.097, young1987);

/** Albumin in blood. */
export const albuminUnits = byFactor('g/dL', 'g/L', 0.1, young1987);

/** Albumin in urine, by mass in both units. */
export const urineAlbuminUnits = byFactor('mg/L', 'mg/dL', 10, uacrUnits.source);

/** Insulin: 6 pmol in 1 mU. Older tables have 6.945. */
export const insulinUnits = byFactor('µU/mL', 'pmol/L', 1 / 6, {
  citation:
    'Knopp JL, Holder-Pearson L, Chase JG. Insulin units and conversion factors: a story of truth, boots, and faster half-truths. J Diabetes Sci Technol 2019;13:597-600',
  doi: '10.1177/1932296818805074',
});

/** The unit in which a caller gives a quantity; the conventional one by default. */
export const unitOf = <Conventional extends string, Si extends string>({
  conventional,
  si,
}: LaboratoryUnits<Conventional, Si>) =>
  field
    .choice([conventional, si], { synonyms: { ...spellings(conventional), ...spellings(si) } })
    .default(conventional as never);

/** Other spellings of a unit: lower case, and the micro sign as u or as the Greek letter. */
function spellings(unit: string): Record<string, string> {
  const written = ['µ', 'u', 'μ'].map((micro) => unit.replace('µ', micro));
  const all = [...written, ...written.map((text) => text.toLowerCase()), ...(unit === '%' ? ['percent'] : [])];
  return Object.fromEntries(all.filter((text) => text !== unit).map((text) => [text, unit]));
}

/** A laboratory value as a caller gave it. */
export interface LaboratoryValue<Unit extends string> {
  /** Name of the input, for the problem of a value outside its bounds. */
  readonly field: string;
  readonly value: number;
  readonly unit: Unit;
}

/** Least and greatest plausible value, in the conventional unit. */
export interface LaboratoryBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * A laboratory value in the conventional unit.
 *
 * @throws OutsideValidity outside the bounds, which the problem names in the caller's unit
 * @example inConventional(cholesterolUnits, { field: 'hdl_cholesterol', value: 1.3, unit: 'mmol/L' }, { min: 20, max: 100 })
 */
export function inConventional<Conventional extends string, Si extends string>(
  units: LaboratoryUnits<Conventional, Si>,
  given: LaboratoryValue<Conventional | Si>,
  bounds: LaboratoryBounds,
): number {
  const isSi = given.unit === units.si;
  const limit = (bound: number) => ({ number: round(isSi ? units.toSi(bound) : bound, 2), unit: given.unit });
  const [min, max] = [limit(bounds.min), limit(bounds.max)];
  if (given.value < min.number || given.value > max.number) {
    throw new OutsideValidity(given.field, 'laboratory_bounds', { min, max });
  }
  return isSi ? units.toConventional(given.value) : given.value;
}

/**
 * The two inputs of a laboratory value, `<name>` and `<name>_unit`, and how they are read.
 *
 * @param bounds least and greatest plausible value, in the conventional unit
 * @example
 * const CREATININE = laboratoryInput('creatinine', creatinineUnits, { min: 0.1, max: 40 });
 * z.object({ creatinine: CREATININE.value(), creatinine_unit: CREATININE.unit() });
 * CREATININE.of(106.08, 'µmol/L'); // 1.2, in mg/dL
 */
export function laboratoryInput<Conventional extends string, Si extends string>(
  name: string,
  units: LaboratoryUnits<Conventional, Si>,
  bounds: LaboratoryBounds,
) {
  const [min, max] = [round(units.toSi(bounds.min), 2), round(units.toSi(bounds.max), 2)];
  return {
    /** The value, in either unit. */
    value: () => field.quantity({ min: Math.min(bounds.min, min), max: Math.max(bounds.max, max) }),
    unit: () => unitOf(units),
    /**
     * The value in the conventional unit.
     *
     * @throws OutsideValidity outside the bounds
     */
    of: (value: number, unit: Conventional | Si) => inConventional(units, { field: name, value, unit }, bounds),
  };
}
