import { field } from '../kit/index.ts';
import {
  albuminUnits,
  bilirubinUnits,
  calciumUnits,
  cholesterolUnits,
  creatinineUnits,
  glucoseUnits,
  hba1cUnits,
  insulinUnits,
  laboratoryInput,
  phosphateUnits,
  triglycerideUnits,
  uacrUnits,
  ureaUnits,
  urineAlbuminUnits,
} from './laboratory-units.ts';

// Bounds lie outside what laboratories find in patients, so that a value in the wrong unit is refused.

export const CREATININE = laboratoryInput('creatinine', creatinineUnits, { min: 0.1, max: 40 });
export const URINE_CREATININE = laboratoryInput('urine_creatinine', creatinineUnits, { min: 1, max: 1_000 });
export const UREA = laboratoryInput('urea_nitrogen', ureaUnits, { min: 1, max: 300 });
export const URINE_UREA = laboratoryInput('urine_urea_nitrogen', ureaUnits, { min: 1, max: 5_000 });
export const URINE_ALBUMIN = laboratoryInput('urine_albumin', urineAlbuminUnits, { min: 0.1, max: 30_000 });
export const UACR = laboratoryInput('uacr', uacrUnits, { min: 0.1, max: 30_000 });
export const BILIRUBIN = laboratoryInput('bilirubin', bilirubinUnits, { min: 0.1, max: 80 });
export const ALBUMIN = laboratoryInput('albumin', albuminUnits, { min: 0.5, max: 8 });
export const CALCIUM = laboratoryInput('calcium', calciumUnits, { min: 2, max: 25 });
export const PHOSPHATE = laboratoryInput('phosphate', phosphateUnits, { min: 0.5, max: 30 });
export const GLUCOSE = laboratoryInput('glucose', glucoseUnits, { min: 20, max: 2_000 });
export const FASTING_GLUCOSE = laboratoryInput('glucose', glucoseUnits, { min: 20, max: 600 });
export const INSULIN = laboratoryInput('insulin', insulinUnits, { min: 0.1, max: 500 });
export const HBA1C = laboratoryInput('hba1c', hba1cUnits, { min: 3, max: 20 });
export const TOTAL_CHOLESTEROL = laboratoryInput('total_cholesterol', cholesterolUnits, { min: 30, max: 1_500 });
export const HDL = laboratoryInput('hdl_cholesterol', cholesterolUnits, { min: 5, max: 300 });
export const LDL = laboratoryInput('ldl_cholesterol', cholesterolUnits, { min: 5, max: 1_200 });
export const TRIGLYCERIDES = laboratoryInput('triglycerides', triglycerideUnits, { min: 10, max: 10_000 });

/** Cystatin C, in mg/L everywhere. */
export const cystatinC = () => field.quantity({ min: 0.1, max: 15 }, 'mg/L', 'mg_per_l');

/** Electrolytes in blood, in mmol/L everywhere: the mEq/L of sodium, chloride and bicarbonate is the same number. */
export const sodium = () => field.quantity({ min: 90, max: 200 }, 'mmol/L', 'mmol_per_l');
export const chloride = () => field.quantity({ min: 50, max: 160 }, 'mmol/L', 'mmol_per_l');
export const bicarbonate = () => field.quantity({ min: 1, max: 60 }, 'mmol/L', 'mmol_per_l');
export const urineSodium = () => field.quantity({ min: 1, max: 400 }, 'mmol/L', 'mmol_per_l');
