import { ALL, type Calculator } from '../../calculators/kit/index.ts';
import { ImplausibleResult } from '../../calculators/kit/plausible.ts';
import type { Input } from '../../calculators/testing/random-inputs.fixture.ts';
import { compare } from './compare.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Python, Reference } from './python.ts';

/** What the points of one calculator have shown. */
export interface Row {
  readonly calculator: string;
  readonly points: number;
  readonly refused: number;
  /** Number of points with an answer by each method; one row without a name if there is no method. */
  readonly answeredBy: ReadonlyMap<string, number>;
  /** Largest relative difference. */
  readonly worst: number;
  /** Number of points with a difference, and the first of them in words. */
  readonly differing: number;
  readonly differences: readonly string[];
}

/** Points in one line to Python: enough that lines cost little. */
const BATCH = 1000;
const SHOWN = 5;

/** Compares a calculator with its counterpart in Python at every point. @throws Error if it has none */
export async function compareAt(calculator: Calculator, points: readonly Input[], python: Python): Promise<Row> {
  const names = calculator.fields.map(({ name }) => name);
  const answeredBy = new Map<string, number>();
  for (const method of methodsOf(calculator)) answeredBy.set(method, 0);
  let refused = 0;
  let worst = 0;
  let differing = 0;
  const differences: string[] = [];
  for (let from = 0; from < points.length; from += BATCH) {
    const batch = points.slice(from, from + BATCH);
    const replied = python.answer(calculator.name, names, batch);
    const ours = batch.map((point) => outcomeOf(calculator, point));
    const references = await replied;
    for (const [at, outcome] of ours.entries()) {
      const method = String(batch[at]?.method ?? '');
      if (outcome.refusal) refused += 1;
      else answeredBy.set(method, (answeredBy.get(method) ?? 0) + 1);
      const found = judge(outcome, references[at] ?? null, calculator);
      if (found.difference === null) worst = Math.max(worst, found.worst);
      else {
        differing += 1;
        if (differences.length < SHOWN) differences.push(`${JSON.stringify(batch[at])}: ${found.difference}`);
      }
    }
  }
  return { calculator: calculator.name, points: points.length, refused, answeredBy, worst, differing, differences };
}

/** The methods of a calculator; an empty text is a call without one, where that has no fixed default. */
export function methodsOf({ fields }: Calculator): readonly string[] {
  const method = fields.find(({ name }) => name === 'method');
  if (!method) return [''];
  const options = method.options.filter((option) => option !== ALL);
  return method.schema.safeParse(undefined).data === undefined ? ['', ...options] : options;
}

function judge(ours: Outcome, reference: Reference, calculator: Calculator) {
  if (!ours.refusal) return compare(ours.results, reference);
  const { refusal } = ours;
  if (reference === null || (refusal instanceof ImplausibleResult && isImplausible(refusal, reference, calculator))) {
    return { worst: 0, difference: null };
  }
  const told = `refused (${refusal.message}), in Python ${JSON.stringify(reference)}`;
  return { worst: Number.POSITIVE_INFINITY, difference: told };
}

/** The plausible bounds are ours and no formula: the number that we refuse must lie outside of them in Python as well. */
function isImplausible({ problems }: ImplausibleResult, reference: Input, { family }: Calculator): boolean {
  const { result, min, max } = problems[0]?.values ?? {};
  // A quantity of two inputs is no result, even if a result has its name: a BMI, a speed.
  if (family.plausible?.derived.some(({ name }) => name === result)) return true;
  const value = String(result)
    .split('.')
    .reduce<unknown>((members, name) => Object(members)[name], reference);
  // A list has no value of its own.
  if (typeof value !== 'number') return true;
  return !(value >= numberOf(min) && value <= numberOf(max));
}

const numberOf = (measure: unknown) =>
  Number(typeof measure === 'object' ? Reflect.get(Object(measure), 'number') : measure);
