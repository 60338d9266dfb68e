import { between } from './picture-makers.ts';
import { numberIn, type Pictured, type PictureMaker } from './pictured.ts';
import type { Curve } from './pictures/picture.ts';

/** What growth curves are drawn of. */
export interface Levels {
  /** The input along the horizontal axis, such as the age in months. */
  readonly along: string;
  /** The place of the child on that axis, if it is given in another form, such as two dates. */
  readonly place: (input: Readonly<Record<string, unknown>>) => number;
  /** Inputs that the one along the axis replaces. */
  readonly replaces?: readonly string[];
  /** Parts of the axis; the one with the child is drawn. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  /** The input that is measured: the weight. */
  readonly measure: string;
  /** The result on the vertical axis, if it is not the measure itself: the BMI. */
  readonly shown?: string;
  /** The result that is equal along a curve, such as the z-score, and its values. */
  readonly level: string;
  readonly values: readonly number[];
}

const CLOSE = 0.002;
const STEPS = 24;

/**
 * Curves of equal standing, with the child's point: the measure at which the calculator itself gives a z-score of −2, 0
 * or +2, at every age.
 */
export function levels(of: Levels): PictureMaker {
  return (calculation) => {
    const { input, results, words } = calculation;
    const place = of.place(input);
    const span = of.spans.find(([from, to]) => place >= from && place <= to);
    const measured = numberIn(input, of.measure);
    if (!span || measured === null) return null;
    const x = words.input(of.along);
    const y = of.shown === undefined ? words.input(of.measure) : words.result(of.shown);
    const own = of.shown === undefined ? measured : numberIn(results, of.shown);
    if (own === null) return null;
    const curves = of.values.map((value) => curveAt(calculation, of, value, span, measured));
    const drawn = curves.filter(({ points }) => points.length > 1);
    if (drawn.length === 0) return null;
    return {
      kind: 'curves',
      x: { label: x.label, unit: x.unit },
      y: { label: y.label, unit: y.unit },
      curves: drawn.map((curve) => ({ ...curve, points: curve.points.map(([px, py]) => [x.of(px), y.of(py)]) })),
      point: { x: x.of(place), y: y.of(own) },
    };
  };
}

function curveAt(
  { at }: Pictured,
  { along, replaces = [], measure, shown, level }: Levels,
  value: number,
  [from, to]: readonly [number, number],
  start: number,
): Curve {
  const cleared = Object.fromEntries(replaces.map((name) => [name, undefined]));
  const points: [number, number][] = [];
  let guess = start;
  for (const x of between(from, to, STEPS)) {
    const found = solve((candidate) => at({ ...cleared, [along]: x, [measure]: candidate }), level, value, guess);
    if (found === null) continue;
    guess = found.measure;
    points.push([x, shown === undefined ? found.measure : (numberIn(found.results, shown) ?? found.measure)]);
  }
  return { label: value > 0 ? `+${value}` : String(value).replace('-', '−'), points, strong: value === 0 };
}

type Results = Readonly<Record<string, unknown>>;

/** The measure at which a result that rises with it has a value: by bisection between a measure below and one above. */
function solve(
  resultsAt: (measure: number) => Results | null,
  level: string,
  value: number,
  guess: number,
): { measure: number; results: Results } | null {
  const differenceAt = (measure: number) => {
    const found = numberIn(resultsAt(measure), level);
    return found === null ? null : found - value;
  };
  let low = guess;
  let high = guess;
  for (let step = 0; step < 12 && (differenceAt(low) ?? 1) > 0; step += 1) low /= 1.15;
  for (let step = 0; step < 12 && (differenceAt(high) ?? -1) < 0; step += 1) high *= 1.15;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    const difference = differenceAt(middle);
    if (difference === null) return null;
    if (Math.abs(difference) < CLOSE) {
      const results = resultsAt(middle);
      return results && { measure: middle, results };
    }
    if (difference > 0) high = middle;
    else low = middle;
  }
  return null;
}
