import { given, InputRefused, OutsideValidity, type Remark } from '../kit/index.ts';
import {
  isExtrapolated,
  MAX_HEART_RATE,
  type MaxHeartRateEquation,
  maxHeartRateEquations,
} from './max-heart-rate-equations.ts';
import { garber2011, karvonen1957, tanaka2001 } from './sources.ts';

/**
 * The methods of a heart rate to train at: two that turn an intensity in percent into a heart rate, and the equations
 * that estimate the highest heart rate. With one of the latter, a given resting rate selects between the two.
 */
export const rangeEquations = {
  karvonen: {
    formula: 'HR = resting HR + intensity · (HRmax − resting HR)',
    sources: [karvonen1957, tanaka2001],
    synonyms: ['heart_rate_reserve'],
  },
  percent_of_max: { formula: 'HR = intensity · HRmax', sources: [garber2011, tanaka2001] },
  ...maxHeartRateEquations,
};
export type RangeEquation = keyof typeof rangeEquations;
export type IntensityEquation = Exclude<RangeEquation, MaxHeartRateEquation>;

/** The inputs about a heart: the highest rate, or the age to estimate it from. */
export interface Heart {
  readonly age?: number | undefined;
  readonly max_heart_rate?: number | undefined;
  readonly resting_heart_rate?: number | undefined;
  readonly method?: RangeEquation | undefined;
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

const isIntensity = (method: RangeEquation | undefined): method is IntensityEquation =>
  method === 'karvonen' || method === 'percent_of_max';

/** A given resting rate selects Karvonen's method, unless a method is named. */
export const intensityMethod = ({ method, resting_heart_rate }: Heart): IntensityEquation =>
  isIntensity(method) ? method : resting_heart_rate === undefined ? 'percent_of_max' : 'karvonen';

/** The equation for the highest heart rate: Tanaka, unless another one is named. */
const maxEquation = ({ method }: Heart): MaxHeartRateEquation =>
  method === undefined || isIntensity(method) ? 'tanaka' : method;

/**
 * The range of heart rates. Without a measured maximum, the maximum is estimated from the age.
 *
 * @throws InputRefused if neither age nor maximum is given, or Karvonen's method lacks the resting rate
 * @throws OutsideValidity if the resting rate is not below the highest rate, or an equation for the highest rate is named
 *   although that rate is given
 */
export function heartRateRange(heart: Heart): HeartRateRange {
  const { age, max_heart_rate: measured, resting_heart_rate: resting } = heart;
  if (measured !== undefined && heart.method !== undefined && !isIntensity(heart.method)) {
    throw new OutsideValidity('max_heart_rate', 'max_given_twice', { method: heart.method });
  }
  const max = measured ?? (age === undefined ? undefined : MAX_HEART_RATE[maxEquation(heart)](age));
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

const SHARES = { karvonen: 'share.karvonen', percent_of_max: 'share.percent_of_max' };

/** The equation that an answer names, and the remarks about an estimated highest heart rate. */
export function estimateRemarks(heart: Heart): { equation: RangeEquation; warnings: Remark[]; notes: Remark[] } {
  const { age, max_heart_rate, method } = heart;
  const intensity = intensityMethod(heart);
  const equation = method ?? intensity;
  if (max_heart_rate !== undefined || age === undefined) return { equation, warnings: [], notes: [] };
  return {
    equation,
    warnings: isExtrapolated(maxEquation(heart), age) ? [['extrapolated', { field: 'age' }]] : [],
    notes: ['max_estimated', ...(isIntensity(equation) ? [] : [SHARES[intensity]])],
  };
}
