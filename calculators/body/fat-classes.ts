import { classTable } from '../kit/index.ts';

/**
 * Bands of the American Council on Exercise; it prints whole percents, so its band 14 to 17 means from 14 to below 18.
 */
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

/** The bands apply to adults. */
export const FAT_CLASSES_FROM = 18;
