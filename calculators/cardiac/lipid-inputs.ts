import { cholesterolUnits, type LaboratoryBounds, laboratoryInput } from '../lab/laboratory-units.ts';

type CholesterolUnit = 'mg/dL' | 'mmol/L';

/** The cholesterols as a caller gave them. */
export interface Lipids {
  readonly total_cholesterol: number;
  readonly total_cholesterol_unit: CholesterolUnit;
  readonly hdl_cholesterol: number;
  readonly hdl_cholesterol_unit: CholesterolUnit;
}

/**
 * The cholesterols that the equations of cardiovascular risk share.
 *
 * @param bounds of the people whom an equation was made for, in mg/dL
 */
export function lipidInputs(bounds: { readonly total: LaboratoryBounds; readonly hdl: LaboratoryBounds }) {
  const total = laboratoryInput('total_cholesterol', cholesterolUnits, bounds.total);
  const hdl = laboratoryInput('hdl_cholesterol', cholesterolUnits, bounds.hdl);
  return {
    fields: {
      total_cholesterol: total.value(),
      total_cholesterol_unit: total.unit(),
      hdl_cholesterol: hdl.value(),
      hdl_cholesterol_unit: hdl.unit(),
    },
    /**
     * Both cholesterols in mg/dL.
     *
     * @throws InputRefused outside the bounds
     */
    inMgPerDl: (given: Lipids) => ({
      total: total.of(given.total_cholesterol, given.total_cholesterol_unit),
      hdl: hdl.of(given.hdl_cholesterol, given.hdl_cholesterol_unit),
    }),
  };
}

/** Names of the inputs, in the order of the documentation. */
export const LIPID_NAMES = [
  'total_cholesterol',
  'total_cholesterol_unit',
  'hdl_cholesterol',
  'hdl_cholesterol_unit',
] as const;
