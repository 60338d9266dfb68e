import { OutsideValidity } from '../kit/index.ts';

/** Less than a resting person takes, and more than was ever measured, in mL/kg/min. */
const POSSIBLE = { min: 3.5, max: 100 };

/**
 * A maximal oxygen uptake in mL/kg/min, as it is.
 *
 * @param field the input to blame
 * @throws OutsideValidity if nobody can have it
 */
export function possibleVo2max(vo2max: number, field: string): number {
  if (vo2max < POSSIBLE.min || vo2max > POSSIBLE.max) throw new OutsideValidity(field, 'impossible_vo2max');
  return vo2max;
}
