import { expect, it } from 'vitest';
import { tableOf } from './index.ts';
import { restrictedZScore, valueAt, zScore } from './lms.ts';

const Z = { P3: -1.880_793_608, P5: -1.644_853_627, P50: 0, P95: 1.644_853_627, P97: 1.880_793_608 };

/** Percentiles that CDC prints with L, M and S in its data files (NCHS 2002). */
it.each([
  ['cdc-bmi-for-age', 'male', 24, { P3: 14.520_953_33, P50: 16.575_027_68, P95: 19.338_010_62, P97: 19.859_858_12 }],
  ['cdc-bmi-for-age', 'female', 240.5, { P3: 17.428_268_18, P95: 31.799_029_64, P97: 35.105_558_22 }],
  ['cdc-stature-for-age', 'male', 24, { P3: 79.910_844_47, P5: 80.729_773_21, P95: 92.196_879_28 }],
  ['cdc-weight-for-age', 'male', 24, { P3: 10.382_090_25, P5: 10.640_090_04, P97: 15.596_482_94 }],
  ['cdc-infant-length-for-age', 'female', 35.5, { P3: 87.103_487_08, P95: 101.047_522_7 }],
  ['cdc-head-circumference-for-age', 'male', 0, { P3: 31.487_623_21, P97: 38.854_172_17 }],
  ['cdc-weight-for-length', 'male', 45, { P3: 1.597_028_518, P97: 2.897_809_18 }],
  ['cdc-weight-for-stature', 'male', 77, { P3: 8.972_918_744, P97: 12.017_286_27 }],
] as const)('%s gives the percentiles that CDC prints (%s, %d)', (name, sex, place, printed) => {
  const lms = tableOf(name, sex).at(place);
  for (const [percentile, value] of Object.entries(printed)) {
    // CDC's own figures agree with its L, M and S to four decimals.
    expect(valueAt(lms, Z[percentile as keyof typeof Z])).toBeCloseTo(value, 4);
  }
});

/** Simplified field tables of WHO: boys and girls at birth and at five years (day 1826), values at −2, 0 and +2. */
it.each([
  ['who-weight-for-age', 'male', 0, [2.5, 3.3, 4.4]],
  ['who-weight-for-age', 'female', 0, [2.4, 3.2, 4.2]],
  ['who-weight-for-age', 'male', 1826, [14.1, 18.3, 24.2]],
  ['who-weight-for-age', 'female', 1826, [13.7, 18.2, 24.9]],
  ['who-height-for-age', 'male', 0, [46.1, 49.9, 53.7]],
  ['who-height-for-age', 'female', 0, [45.4, 49.1, 52.9]],
  ['who-height-for-age', 'male', 1826, [100.7, 110, 119.2]],
  ['who-height-for-age', 'female', 1826, [99.9, 109.4, 118.9]],
  ['who-bmi-for-age', 'male', 1826, [12.9, 15.2, 18.3]],
  ['who-head-circumference-for-age', 'male', 0, [31.9, 34.5, 37]],
  ['who-2007-bmi-for-age', 'male', 228, [17.6, 22.2, 29.7]],
  ['who-2007-bmi-for-age', 'female', 228, [16.5, 21.4, 29.7]],
  ['who-2007-height-for-age', 'male', 228, [161.9, 176.5, 191.1]],
  ['who-2007-height-for-age', 'female', 228, [150.1, 163.2, 176.2]],
] as const)('%s gives the standard deviations that WHO prints (%s, %d)', (name, sex, place, [low, median, high]) => {
  const lms = tableOf(name, sex).at(place);
  for (const [z, printed] of [
    [-2, low],
    [0, median],
    [2, high],
  ] as const) {
    expect(Math.abs(valueAt(lms, z) - printed)).toBeLessThanOrEqual(0.050_001);
  }
});

it.each([
  ['who-weight-for-age', 0, 1826],
  ['who-arm-circumference-for-age', 91, 1826],
  ['who-weight-for-length', 45, 110],
  ['who-weight-for-height', 65, 120],
  ['who-2007-weight-for-age', 60, 121],
  ['cdc-bmi-for-age', 24, 240.5],
  ['cdc-infant-length-for-age', 0, 35.5],
] as const)('%s reaches from %d to %d, and no further', (name, first, last) => {
  for (const sex of ['male', 'female'] as const) {
    const table = tableOf(name, sex);
    expect([table.first, table.last]).toEqual([first, last]);
    expect(() => table.at(first - 0.01)).toThrow(RangeError);
    expect(() => table.at(last + 0.01)).toThrow(RangeError);
    for (let place = first; place <= last; place += (last - first) / 500) {
      const { l, m, s } = table.at(Math.min(place, last));
      expect(Number.isFinite(l) && m > 0 && s > 0).toBe(true);
    }
  }
});

it('interpolates L, M and S between two rows', () => {
  // CDC, boys' BMI: 24 months (−2.01118107, 16.57502768, 0.080592465), 24.5 months (−1.982373595, 16.54777487,
  // 0.080127429).
  const { l, m, s } = tableOf('cdc-bmi-for-age', 'male').at(24.25);
  expect(l).toBeCloseTo(-1.996_777_332_5, 9);
  expect(m).toBeCloseTo(16.561_401_275, 9);
  expect(s).toBeCloseTo(0.080_359_947, 9);
});

it('extends by the last standard deviation beyond three', () => {
  // M 10, L 1, S 0.1: standard deviations are 1 apart, so both rules agree in the symmetric case ...
  expect(restrictedZScore({ l: 1, m: 10, s: 0.1 }, 14)).toBeCloseTo(4, 12);
  // ... and with L −1: SD2 = 10 / 0.8 = 12.5, SD3 = 10 / 0.7 = 14.2857; 16 is 3 + 1.7143 / 1.7857 = 3.96, not 3.75.
  expect(restrictedZScore({ l: -1, m: 10, s: 0.1 }, 16)).toBeCloseTo(3.96, 10);
  expect(zScore({ l: -1, m: 10, s: 0.1 }, 16)).toBeCloseTo(3.75, 10);
  // SD−2 = 10 / 1.2 = 8.3333, SD−3 = 10 / 1.3 = 7.6923; 7 is −3 − 0.6923 / 0.6410 = −4.08.
  expect(restrictedZScore({ l: -1, m: 10, s: 0.1 }, 7)).toBeCloseTo(-4.08, 10);
});
