import { classTable, type Source } from '../kit/index.ts';

/** What is eaten less than this, in kcal/day, is for the supervision of a physician. */
export const intakeClasses = {
  male: classTable({ below_minimum: Number.NEGATIVE_INFINITY, sufficient: 1500 }),
  female: classTable({ below_minimum: Number.NEGATIVE_INFINITY, sufficient: 1200 }),
};

/** Where the limits come from, and the deficit of 500 kcal/day. */
export const aha2013: Source = {
  citation:
    'Jensen MD, Ryan DH, Apovian CM, et al. 2013 AHA/ACC/TOS guideline for the management of overweight and obesity in adults. Circulation 2014;129(25 Suppl 2):S102-S138',
  doi: '10.1161/01.cir.0000437739.71477.ee',
};

/** Below this BMI nobody is helped to lose weight. */
export const UNDERWEIGHT_BMI = 18.5;

/** Fastest loss of weight that is advised, in percent a week. */
export const FASTEST_LOSS_PERCENT = 1;

/** Energy of a kilogram of body weight by the static rule, in kcal. */
export const STATIC_KCAL_PER_KG = 7700;
