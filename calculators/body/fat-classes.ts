import { classTable, OutsideValidity } from '../kit/index.ts';

/** Bands of the American Council on Exercise; it prints whole percents, so 14 to 17 is from 14 up to 18. */
export const fatClasses = {
  male: classTable({
    below_essential: Number.NEGATIVE_INFINITY,
    essential: 2,
    athlete: 6,
    fitness: 14,
    average: 18,
    obese: 25,
  }),
  female: classTable({
    below_essential: Number.NEGATIVE_INFINITY,
    essential: 10,
    athlete: 14,
    fitness: 21,
    average: 25,
    obese: 32,
  }),
};

/** The bands are those of adults. */
export const FAT_CLASSES_FROM = 18;

/** Nobody is that fat: a result from here on comes from measures that do not belong to one body. */
const IMPOSSIBLE_FROM = 75;

/**
 * A body fat in percent, as it is.
 *
 * @param field the input to blame
 * @throws OutsideValidity if no body can have it
 */
export function possibleFat(percent: number, field: string): number {
  if (percent <= 0 || percent >= IMPOSSIBLE_FROM) throw new OutsideValidity(field, 'impossible_fat');
  return percent;
}
