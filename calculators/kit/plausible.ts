import { z } from 'zod';
import type { Bounds } from './fields.ts';
import { type InputProblem, InputRefused } from './input-problems.ts';
import { outputMeta, unwrapOutput } from './outputs.ts';
import { unitOf } from './result-units.ts';
import { BY_METHOD } from './side-by-side.ts';

/** A quantity that two inputs give together: a BMI by weight and height, a speed by distance and time. */
export interface Derived {
  /** Its name in the problem, `bmi`. */
  readonly name: string;
  readonly unit: string;
  /** The inputs, by name. A calculator without both of them is not concerned. */
  readonly inputs: readonly [string, string];
  readonly of: (one: number, other: number) => number;
  readonly bounds: (one: number, other: number) => Bounds;
}

/** What a family holds possible. */
export interface Plausible {
  /**
   * Inclusive bounds by the name of a result, or by its ending, such as `_kg`. A result inside another one has the
   * bounds of the outer name if its own has none: `min` in `healthy_weight_kg`.
   */
  readonly results: Readonly<Record<string, Bounds>>;
  readonly derived: readonly Derived[];
}

/**
 * The plausible bounds of a result in its metric unit: its own (`plausible`), else those of its family.
 *
 * @param path names from the outermost result to this one
 */
export function plausibleBounds(
  schema: z.ZodType,
  path: readonly string[],
  plausible: Plausible | undefined,
): Bounds | undefined {
  const own = outputMeta.get(unwrapOutput(schema))?.plausible;
  if (own || !plausible) return own;
  // The names of equations are no results.
  const names = (path[0] === BY_METHOD ? path.slice(2) : path).toReversed();
  for (const name of names) if (plausible.results[name]) return plausible.results[name];
  for (const name of names) {
    for (let at = name.indexOf('_'); at >= 0; at = name.indexOf('_', at + 1)) {
      const bounds = plausible.results[name.slice(at)];
      if (bounds) return bounds;
    }
  }
  return undefined;
}

/** Thrown for a result, or a quantity derived from the inputs, that no person and no body can have. */
export class ImplausibleResult extends InputRefused {
  override readonly name = 'ImplausibleResult';
}

type Members = Readonly<Record<string, unknown>>;

/** A number and its bounds. */
interface Bounded {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly bounds: Bounds;
}

/** Finds the first number outside its bounds; `null` if there is none. It allocates nothing for a plausible answer. */
type Search = (value: unknown) => Bounded | null;

/** Checks what a calculator gets and returns. */
export interface PlausibilityCheck {
  /** @throws ImplausibleResult if two inputs contradict each other, such as a weight and a height */
  checkInput(input: Members): void;
  /** @throws ImplausibleResult if a result lies outside its bounds */
  checkResults(input: Members, results: Members): void;
}

/** Prepares the check of one calculator. */
export function createPlausibilityCheck(
  input: z.ZodObject,
  output: z.ZodObject,
  plausible: Plausible | undefined,
): PlausibilityCheck {
  const derived = (plausible?.derived ?? []).filter(({ inputs }) => inputs.every((name) => name in input.shape));
  const search = searchIn(output, [], plausible);
  return {
    checkInput(given) {
      for (const { name, unit, inputs, of, bounds } of derived) {
        const one = given[inputs[0]];
        const other = given[inputs[1]];
        if (typeof one !== 'number' || typeof other !== 'number') continue;
        const value = of(one, other);
        const { min, max } = bounds(one, other);
        if (value < min || value > max) throw implausible({ name, unit, value, bounds: { min, max } }, inputs);
      }
    },
    checkResults(given, results) {
      const outside = search?.(results);
      if (outside) throw implausible(outside, measuresOf(given, input));
    },
  };
}

function searchIn(schema: z.ZodType, path: readonly string[], plausible: Plausible | undefined): Search | null {
  const core = unwrapOutput(schema);
  if (core instanceof z.ZodObject) {
    const members = Object.entries(core.shape).flatMap(([name, member]) => {
      const search = searchIn(member as z.ZodType, [...path, name], plausible);
      return search ? [{ name, search }] : [];
    });
    if (members.length === 0) return null;
    return (value) => {
      if (typeof value !== 'object' || value === null) return null;
      for (const { name, search } of members) {
        const found = search((value as Members)[name]);
        if (found) return found;
      }
      return null;
    };
  }
  if (core instanceof z.ZodArray) {
    const search = searchIn(core.element as z.ZodType, path, plausible);
    if (!search) return null;
    return (value) => {
      if (!Array.isArray(value)) return null;
      for (const element of value) {
        const found = search(element);
        if (found) return found;
      }
      return null;
    };
  }
  const bounds = core instanceof z.ZodNumber ? plausibleBounds(core, path, plausible) : undefined;
  if (!bounds) return null;
  const min = bounds.min - noiseOf(bounds.min);
  const max = bounds.max + noiseOf(bounds.max);
  const name = path.join('.');
  // NaN is neither below nor above: the presenter reports it as a mistake of the calculator.
  return (value) =>
    typeof value === 'number' && (value < min || value > max)
      ? { name, unit: unitOf(path, core), value, bounds }
      : null;
}

/** Binary arithmetic may miss a bound by this much: a share of all is sometimes 100.00000000000001 %. */
const noiseOf = (bound: number) => 1e-9 * Math.max(1, Math.abs(bound));

/** The numbers among the inputs, without those that only have their default. */
function measuresOf(given: Members, { shape }: z.ZodObject): string[] {
  return Object.keys(given).filter((name) => {
    const schema: unknown = shape[name];
    const value = given[name];
    const isDefault = schema instanceof z.ZodDefault && schema.def.defaultValue === value;
    return !isDefault && (typeof value === 'number' || Array.isArray(value));
  });
}

/**
 * The refusal of a number that lies outside its bounds. A calculator throws it for a number that is no result, or whose
 * bounds depend on the inputs; the rule for results is `plausible`.
 *
 * @param inputs the inputs that the number follows from, by name
 * @example if (vdot > 100) throw implausible({ name: 'vdot', unit: '', value: vdot, bounds: VDOT }, ['distance', 'time'])
 */
export function implausible({ name, unit, value, bounds }: Bounded, inputs: readonly string[]): ImplausibleResult {
  const measure = (number: number) => (unit === '' ? String(number) : { number, unit });
  const problem: InputProblem = {
    field: inputs[0] ?? name,
    code: IMPLAUSIBLE,
    message: 'input.implausible',
    values: {
      result: name,
      value: measure(Number(value.toPrecision(SHOWN_DIGITS))),
      min: measure(bounds.min),
      max: measure(bounds.max),
      inputs: inputs.join(', '),
    },
  };
  return new ImplausibleResult([problem]);
}

/** Code of the problem that names the result; the hint beside it has `hint`. */
export const IMPLAUSIBLE = 'implausible';
export const HINT = 'hint';

const SHOWN_DIGITS = 6;
