import { numberIn, type Pictured, type PictureMaker } from './pictured.ts';
import type { Curve, Picture } from './pictures/picture.ts';

const POINTS = 48;

/** Values from one end to the other, both included. */
export function between(from: number, to: number, count = POINTS): number[] {
  return Array.from({ length: count + 1 }, (_, at) => from + ((to - from) * at) / count);
}

/**
 * A curve of a result along an input, with the caller's own point. The calculator computes every point.
 *
 * @param to where the curve ends: a number, or a result that says so, such as the hours until zero
 * @example picture: along('hours', 'blood_alcohol_g_per_l', { from: 0, to: ({ results }) => results.hours_until_zero })
 */
export function along(
  input: string,
  result: string,
  ends: { readonly from?: number; readonly to?: (calculation: Pictured) => number } = {},
): PictureMaker {
  return (calculation) => {
    const x = numberIn(calculation.input, input);
    const y = numberIn(calculation.results, result);
    if (x === null || y === null) return null;
    const from = ends.from ?? x * 0.5;
    const to = Math.max(x, ends.to?.(calculation) ?? x * 1.5);
    if (!(to > from)) return null;
    const points = pointsOf(calculation, between(from, to), input, result);
    return points.length < 2 ? null : curvesOf(calculation, input, result, [{ label: '', points, strong: true }]);
  };
}

function pointsOf({ at, words }: Pictured, xs: readonly number[], input: string, result: string) {
  const toX = words.input(input).of;
  const toY = words.result(result).of;
  return xs.flatMap((value): [number, number][] => {
    const found = numberIn(at({ [input]: value }), result);
    return found === null ? [] : [[toX(value), toY(found)]];
  });
}

function curvesOf(calculation: Pictured, input: string, result: string, curves: readonly Curve[]): Picture {
  const { words, results } = calculation;
  const x = words.input(input);
  const y = words.result(result);
  return {
    kind: 'curves',
    x: { label: x.label, unit: x.unit },
    y: { label: y.label, unit: y.unit },
    curves,
    point: {
      x: x.of(numberIn(calculation.input, input) ?? 0),
      y: y.of(numberIn(results, result) ?? 0),
    },
  };
}

/** Bars of a result for every value of a choice, the caller's own in the strong colour. */
export function byChoice(input: string, result: string): PictureMaker {
  return ({ input: given, words, options, at }) => {
    const { label, unit, of } = words.result(result);
    const bars = options(input).flatMap((option) => {
      const value = numberIn(at({ [input]: option }), result);
      const chosen = given[input] === option ? { chosen: true } : {};
      return value === null ? [] : [{ label: words.value(input, option), value: of(value), ...chosen }];
    });
    return bars.length < 2 ? null : { kind: 'bars', label, unit, bars };
  };
}

/** Bars of several results in one unit: the parts of a whole. */
export function parts(...results: readonly string[]): PictureMaker {
  return ({ results: found, words }) => {
    const bars = results.flatMap((result) => {
      const value = numberIn(found, result);
      const { label, of } = words.result(result);
      return value === null ? [] : [{ label, value: of(value) }];
    });
    const { unit } = words.result(results[0] ?? '');
    return bars.length < 2 ? null : { kind: 'bars', label: words.title, unit, bars };
  };
}
