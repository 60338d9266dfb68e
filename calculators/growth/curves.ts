import { levels, type PictureMaker } from '../kit/index.ts';
import { ageOf } from './child.ts';

/** Ages in months that growth charts cover in one diagram. */
const CHARTS = [
  [0, 60],
  [60, 240],
] as const;

/** Standard deviations of the curves, as WHO's charts print them. */
export const Z_SCORES = [-3, -2, 0, 2, 3];

/** The curves of a measure by age, with the child. */
export function growthCurves(measure: string, shown?: string): PictureMaker {
  return levels({
    along: 'age_months',
    place: (input) => ageOf(input).months,
    replaces: ['birth_date', 'date'],
    spans: CHARTS,
    measure,
    ...(shown === undefined ? {} : { shown }),
    level: 'z_score',
    values: Z_SCORES,
  });
}
