import { classTable } from '../kit/index.ts';

/**
 * Exercise intensity after ACSM (Garber 2011, table 5): in percent of the heart rate reserve and in percent of the
 * highest heart rate. It prints whole percents, so its class 40 to 59 means from 40 to below 60.
 */
export const ACSM_FROM = {
  karvonen: { very_light: 0, light: 30, moderate: 40, vigorous: 60, near_maximal: 90 },
  percent_of_max: { very_light: 0, light: 57, moderate: 64, vigorous: 77, near_maximal: 96 },
};

export const acsmIntensity = {
  karvonen: classTable(ACSM_FROM.karvonen),
  percent_of_max: classTable(ACSM_FROM.percent_of_max),
};
