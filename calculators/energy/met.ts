import { classTable } from '../kit/index.ts';

/** Oxygen uptake of 1 MET in mL/kg/min. */
export const OXYGEN_PER_MET = 3.5;

/** Energy of a litre of oxygen in kcal. */
export const KCAL_PER_LITRE = 5;

/** Exercise intensity by metabolic equivalents (ACSM, Garber 2011, table 5). */
export const metIntensity = classTable({ very_light: 0, light: 2, moderate: 3, vigorous: 6, near_maximal: 8.8 });

export const garber2011 = {
  citation:
    'Garber CE, Blissmer B, Deschenes MR, et al. American College of Sports Medicine position stand: quantity and quality of exercise for developing and maintaining cardiorespiratory, musculoskeletal, and neuromotor fitness in apparently healthy adults. Med Sci Sports Exerc 2011;43:1334-1359',
  doi: '10.1249/MSS.0b013e318213fefb',
};
