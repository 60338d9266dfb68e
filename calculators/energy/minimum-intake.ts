import { classTable, type Source } from '../kit/index.ts';

/** An intake below this, in kcal/day, needs the supervision of a physician. */
export const intakeClasses = {
  male: classTable({ below_minimum: Number.NEGATIVE_INFINITY, sufficient: 1500 }),
  female: classTable({ below_minimum: Number.NEGATIVE_INFINITY, sufficient: 1200 }),
};

/** Source of the limits and of the deficit of 500 kcal/day. */
export const aha2013: Source = {
  citation:
    'Jensen MD, Ryan DH, Apovian CM, et al. 2013 AHA/ACC/TOS guideline for the management of overweight and obesity in adults. Circulation 2014;129(25 Suppl 2):S102-S138',
  doi: '10.1161/01.cir.0000437739.71477.ee',
};

/** Below this BMI no plan for losing weight is given. */
export const UNDERWEIGHT_BMI = 18.5;

/** Fastest advisable loss of weight in percent a week. */
export const FASTEST_LOSS_PERCENT = 1;

/** Energy of a kilogram of body weight by the static rule, in kcal. */
export const STATIC_KCAL_PER_KG = 7700;
