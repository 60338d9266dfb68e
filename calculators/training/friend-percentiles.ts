import { type ClassTable, classTable } from '../kit/index.ts';

/**
 * Percentiles of the maximal oxygen uptake on a treadmill, mL/kg/min, by sex and decade of age: the registry FRIEND of US
 * adults without cardiovascular disease (Kaminsky, Arena and Myers, Mayo Clin Proc 2015). Columns: 5th, 10th, 25th, 50th,
 * 75th, 90th, 95th. Rows: 20 to 29, then each decade to 70 to 79.
 */
const PERCENTILES: Readonly<Record<'male' | 'female', readonly (readonly number[])[]>> = {
  male: [
    [29, 32.1, 40.1, 48, 55.2, 61.8, 66.3],
    [27.2, 30.2, 35.9, 42.4, 49.2, 56.5, 59.8],
    [24.2, 26.8, 31.9, 37.8, 45, 52.1, 55.6],
    [20.9, 22.8, 27.1, 32.6, 39.7, 45.6, 50.7],
    [17.4, 19.8, 23.7, 28.2, 34.5, 40.3, 43],
    [16.3, 17.1, 20.4, 24.4, 30.4, 36.6, 39.7],
  ],
  female: [
    [21.7, 23.9, 30.5, 37.6, 44.7, 51.3, 56],
    [19, 20.9, 25.3, 30.2, 36.1, 41.4, 45.8],
    [17, 18.8, 22.1, 26.7, 32.4, 38.4, 41.7],
    [16, 17.3, 19.9, 23.4, 27.6, 32, 35.9],
    [13.4, 14.6, 17.2, 20, 23.8, 27, 29.4],
    [13.1, 13.6, 15.6, 18.3, 20.8, 23.1, 24.1],
  ],
};

/** The bands between the percentiles. */
export const FRIEND_BANDS = [
  'below_p5',
  'p5_to_p10',
  'p10_to_p25',
  'p25_to_p50',
  'p50_to_p75',
  'p75_to_p90',
  'p90_to_p95',
  'above_p95',
] as const;
type FriendBand = (typeof FRIEND_BANDS)[number];

/** The youngest age of the table in years. */
const YOUNGEST = 20;

/**
 * The percentile bands of a sex and age.
 *
 * @param age in completed years, 20 to 79
 * @throws RangeError for another age
 */
export function friendBands(gender: 'male' | 'female', age: number): ClassTable<FriendBand> {
  const row = PERCENTILES[gender][Math.floor((age - YOUNGEST) / 10)];
  if (!row) throw new RangeError(`no percentiles for the age ${age}`);
  const [p5 = 0, p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0, p95 = 0] = row;
  return classTable<FriendBand>({
    below_p5: 0,
    p5_to_p10: p5,
    p10_to_p25: p10,
    p25_to_p50: p25,
    p50_to_p75: p50,
    p75_to_p90: p75,
    p90_to_p95: p90,
    above_p95: p95,
  });
}
