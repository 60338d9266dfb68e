/** Youngest age in years, and the percentages at which healthy, overweight and obese begin. */
type Row = readonly [from: number, healthy: number, overweight: number, obese: number];

/**
 * Limits of body fat in percent by sex and age, as predicted for white people at a BMI of 18.5, 25 and 30. Source:
 * Gallagher D, Heymsfield SB, Heo M, Jebb SA, Murgatroyd PR, Sakamoto Y. Healthy percentage body fat ranges. Am J Clin
 * Nutr 2000;72:694-701, doi:10.1093/ajcn/72.3.694
 */
const LIMITS: Readonly<Record<'male' | 'female', readonly Row[]>> = {
  male: [
    [20, 8, 21, 26],
    [40, 11, 23, 29],
    [60, 13, 25, 31],
  ],
  female: [
    [20, 21, 33, 39],
    [40, 23, 35, 41],
    [60, 25, 38, 43],
  ],
};

const OLDEST = 79;

/** The class of a body adiposity index in percent. The limits hold from 20 to 79 years. */
export function adiposityClass(percent: number, sex: 'male' | 'female', age: number): string {
  const row = age > OLDEST ? undefined : LIMITS[sex].findLast(([from]) => age >= from);
  if (row === undefined) return 'Not defined for this age';
  const [, healthy, overweight, obese] = row;
  if (percent < healthy) return 'Underweight';
  if (percent < overweight) return 'Healthy';
  return percent < obese ? 'Overweight' : 'Obese';
}
