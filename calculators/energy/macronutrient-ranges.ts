import { above, classTable } from '../kit/index.ts';

/**
 * Acceptable macronutrient distribution ranges of adults (IOM 2005), in percent of the energy. Both ends belong to the
 * range.
 */
export const AMDR = {
  carbohydrate: { min: 45, max: 65 },
  fat: { min: 20, max: 35 },
  protein: { min: 10, max: 35 },
};

export type Macronutrient = keyof typeof AMDR;

const rangeClasses = ({ min, max }: { readonly min: number; readonly max: number }) =>
  classTable({ below: 0, within: min, above: above(max) });

/** Where a share of the energy lies relative to its range. */
export const shareClasses = {
  carbohydrate: rangeClasses(AMDR.carbohydrate),
  fat: rangeClasses(AMDR.fat),
  protein: rangeClasses(AMDR.protein),
};
