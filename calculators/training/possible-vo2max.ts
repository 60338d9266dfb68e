import { exceeds, OutsideValidity, reaches } from '../kit/index.ts';

/** Bounds in mL/kg/min: the uptake at rest, and a value above every measurement. */
const POSSIBLE = { min: 3.5, max: 100 };

/**
 * Returns a maximal oxygen uptake in mL/kg/min unchanged.
 *
 * @param field the input that the problem names
 * @throws OutsideValidity if no person can have this value
 */
export function possibleVo2max(vo2max: number, field: string): number {
  if (!reaches(vo2max, POSSIBLE.min) || exceeds(vo2max, POSSIBLE.max))
    throw new OutsideValidity(field, 'impossible_vo2max');
  return vo2max;
}
