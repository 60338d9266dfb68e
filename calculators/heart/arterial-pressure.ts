import { OutsideValidity } from '../kit/index.ts';

/** A reading of the blood pressure in mmHg. */
export interface Reading {
  readonly systolic: number;
  readonly diastolic: number;
}

/**
 * Systolic minus diastolic pressure in mmHg.
 *
 * @throws OutsideValidity if the systolic pressure is not the higher one
 */
export function pulsePressure({ systolic, diastolic }: Reading): number {
  if (diastolic >= systolic) throw new OutsideValidity('diastolic', 'diastolic_below_systolic');
  return systolic - diastolic;
}

/** Mean arterial pressure in mmHg: the diastolic one and a third of the pulse pressure. */
export const meanPressure = (reading: Reading): number => reading.diastolic + pulsePressure(reading) / 3;
