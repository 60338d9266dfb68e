import { given, InputRefused, OutsideValidity, type Remark } from '../kit/index.ts';
import { isExtrapolated, MAX_HEART_RATE } from './max-heart-rate-equations.ts';
import { garber2011, karvonen1957, tanaka2001 } from './sources.ts';

/** The two methods that turn an intensity in percent into a heart rate. */
export const intensityEquations = {
  karvonen: {
    formula: 'HR = resting HR + intensity · (HRmax − resting HR)',
    sources: [karvonen1957, tanaka2001],
    synonyms: ['heart_rate_reserve'],
  },
  percent_of_max: { formula: 'HR = intensity · HRmax', sources: [garber2011, tanaka2001] },
};
export type IntensityEquation = keyof typeof intensityEquations;

/** The inputs about a heart: the highest rate, or the age to estimate it from. */
export interface Heart {
  readonly age?: number | undefined;
  readonly max_heart_rate?: number | undefined;
  readonly resting_heart_rate?: number | undefined;
  readonly method?: IntensityEquation | undefined;
}

/** Source of the highest heart rate. */
export const MAX_SOURCES = ['given', 'estimated'] as const;

/** Heart rates between rest and the highest one. */
export interface HeartRateRange {
  readonly max: number;
  readonly source: (typeof MAX_SOURCES)[number];
  /** Highest rate minus resting rate, if the resting rate is known. */
  readonly reserve: number | undefined;
  /** Heart rate of an intensity in percent, by the method. */
  at(percent: number): number;
}

/** A given resting rate selects Karvonen's method, unless a method is named. */
export const intensityMethod = ({ method, resting_heart_rate }: Heart): IntensityEquation =>
  method ?? (resting_heart_rate === undefined ? 'percent_of_max' : 'karvonen');

/**
 * The range of heart rates. Without a measured maximum, the maximum is estimated from the age (Tanaka).
 *
 * @throws InputRefused if neither age nor maximum is given, or Karvonen's method lacks the resting rate
 * @throws OutsideValidity if the resting rate is not below the highest rate
 */
export function heartRateRange(heart: Heart): HeartRateRange {
  const { age, max_heart_rate: measured, resting_heart_rate: resting } = heart;
  const max = measured ?? (age === undefined ? undefined : MAX_HEART_RATE.tanaka(age));
  if (max === undefined) throw new InputRefused([{ field: 'age', code: 'missing', message: 'age_or_max' }]);
  if (resting !== undefined && resting >= max) throw new OutsideValidity('resting_heart_rate', 'resting_below_max');
  const base =
    intensityMethod(heart) === 'karvonen' ? given(heart, ['resting_heart_rate'], 'karvonen').resting_heart_rate : 0;
  return {
    max,
    source: measured === undefined ? 'estimated' : 'given',
    reserve: resting === undefined ? undefined : max - resting,
    at: (percent) => base + (percent / 100) * (max - base),
  };
}

/** The remark about an estimated highest heart rate. */
export function estimateRemarks({ age, max_heart_rate }: Heart): { warnings: Remark[]; notes: Remark[] } {
  if (max_heart_rate !== undefined || age === undefined) return { warnings: [], notes: [] };
  return {
    warnings: isExtrapolated('tanaka', age) ? [['extrapolated', { field: 'age' }]] : [],
    notes: ['max_estimated'],
  };
}
