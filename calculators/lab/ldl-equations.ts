import { reaches } from '../kit/index.ts';

/** Lipids of one sample, in mg/dL. */
export interface Sample {
  readonly total: number;
  readonly hdl: number;
  readonly triglycerides: number;
}

/** Friedewald 1972: very low density lipoproteins carry a fifth of the triglycerides. */
export const friedewald = ({ total, hdl, triglycerides }: Sample): number => total - hdl - triglycerides / 5;

/** Sampson 2020. */
export function sampson({ total, hdl, triglycerides }: Sample): number {
  const nonHdl = total - hdl;
  const vldl = triglycerides / 8.56 + (triglycerides * nonHdl) / 2140 - triglycerides ** 2 / 16_100;
  return total / 0.948 - hdl / 0.971 - vldl - 9.44;
}

/** Lower limits of the columns of the table: non-HDL cholesterol in mg/dL. */
const COLUMNS = [Number.NEGATIVE_INFINITY, 100, 130, 160, 190, 220];

/**
 * Martin 2013, table of 180 cells, of which these are the 174 below 400 mg/dL of triglycerides: the lower limit of the
 * triglycerides in mg/dL, then the factor of each column of non-HDL cholesterol. The American Medical Association
 * publishes the table, in JAMA 2013;310:2061-2068.
 */
const FACTORS: readonly (readonly number[])[] = [
  [7, 3.5, 3.4, 3.3, 3.3, 3.2, 3.1],
  [50, 4, 3.9, 3.7, 3.6, 3.6, 3.4],
  [57, 4.3, 4.1, 4, 3.9, 3.8, 3.6],
  [62, 4.5, 4.3, 4.1, 4, 3.9, 3.9],
  [67, 4.7, 4.4, 4.3, 4.2, 4.1, 3.9],
  [72, 4.8, 4.6, 4.4, 4.2, 4.2, 4.1],
  [76, 4.9, 4.6, 4.5, 4.3, 4.3, 4.2],
  [80, 5, 4.8, 4.6, 4.4, 4.3, 4.2],
  [84, 5.1, 4.8, 4.6, 4.5, 4.4, 4.3],
  [88, 5.2, 4.9, 4.7, 4.6, 4.4, 4.3],
  [93, 5.3, 5, 4.8, 4.7, 4.5, 4.4],
  [97, 5.4, 5.1, 4.8, 4.7, 4.5, 4.3],
  [101, 5.5, 5.2, 5, 4.7, 4.6, 4.5],
  [106, 5.6, 5.3, 5, 4.8, 4.6, 4.5],
  [111, 5.7, 5.4, 5.1, 4.9, 4.7, 4.5],
  [116, 5.8, 5.5, 5.2, 5, 4.8, 4.6],
  [121, 6, 5.5, 5.3, 5, 4.8, 4.6],
  [127, 6.1, 5.7, 5.3, 5.1, 4.9, 4.7],
  [133, 6.2, 5.8, 5.4, 5.2, 5, 4.7],
  [139, 6.3, 5.9, 5.6, 5.3, 5, 4.8],
  [147, 6.5, 6, 5.7, 5.4, 5.1, 4.8],
  [155, 6.7, 6.2, 5.8, 5.4, 5.2, 4.9],
  [164, 6.8, 6.3, 5.9, 5.5, 5.3, 5],
  [174, 7, 6.5, 6, 5.7, 5.4, 5.1],
  [186, 7.3, 6.7, 6.2, 5.8, 5.5, 5.2],
  [202, 7.6, 6.9, 6.4, 6, 5.6, 5.3],
  [221, 8, 7.2, 6.6, 6.2, 5.9, 5.4],
  [248, 8.5, 7.6, 7, 6.5, 6.1, 5.6],
  [293, 9.5, 8.3, 7.5, 7, 6.5, 5.9],
];

/** Martin and Hopkins 2013: the factor that Friedewald fixes at 5 depends on triglycerides and non-HDL cholesterol. */
export function martinHopkins({ total, hdl, triglycerides }: Sample): number {
  const nonHdl = total - hdl;
  const column = COLUMNS.findLastIndex((from) => reaches(nonHdl, from));
  const row = FACTORS.findLast(([from = 0]) => reaches(triglycerides, from)) ?? FACTORS[0];
  const factor = row?.[column + 1];
  if (factor === undefined) throw new RangeError(`no factor for ${triglycerides} and ${nonHdl} mg/dL`);
  return nonHdl - triglycerides / factor;
}
