import { z } from 'zod';
import { type InputProblem, InputRefused } from './input-problems.ts';
import { outputMeta, unwrapOutput } from './outputs.ts';

/** The member of an answer to `method=all` that holds the results of every equation. */
export const BY_METHOD = 'by_method';

/**
 * The results of a calculator, with `by_method` beside them: the numbers of each equation without the classes, or the
 * classes if there are no numbers to compare.
 */
export function withByMethod(output: z.ZodObject, keys: readonly string[]): z.ZodObject {
  const numbers = numbersOf(output.shape);
  const compared = Object.keys(numbers).length > 0 ? numbers : output.shape;
  const row = z.object(compared).register(outputMeta, { labels: '' });
  const rows = z.object(Object.fromEntries(keys.map((key) => [key, row.optional()])));
  return output.extend({ [BY_METHOD]: rows.register(outputMeta, { labels: '' }).optional() });
}

/** The results that are numbers, or objects that hold numbers. */
function numbersOf(shape: Readonly<Record<string, unknown>>): Record<string, z.ZodType> {
  const numbers: Record<string, z.ZodType> = {};
  for (const [name, member] of Object.entries(shape)) {
    const core = unwrapOutput(member as z.ZodType);
    if (core instanceof z.ZodNumber) numbers[name] = member as z.ZodType;
    if (core instanceof z.ZodObject) {
      const inner = numbersOf(core.shape);
      if (Object.keys(inner).length > 0) numbers[name] = z.object(inner).optional();
    }
  }
  return numbers;
}

/** An equation that is not valid for the input, although another one is. */
export interface LeftOut {
  readonly key: string;
  readonly problems: readonly InputProblem[];
}

/** The results of every equation that is valid for an input, and the reasons why the others are not. */
export interface SideBySide {
  readonly results: Readonly<Record<typeof BY_METHOD, Readonly<Record<string, unknown>>>>;
  /** The first valid equation, if there is one. */
  readonly first: string | undefined;
  readonly leftOut: readonly LeftOut[];
}

/** Calculates by one equation after the other. */
export function sideBySide(keys: readonly string[], calculateBy: (key: string) => unknown): SideBySide {
  const rows: Record<string, unknown> = {};
  const leftOut: LeftOut[] = [];
  for (const key of keys) {
    try {
      rows[key] = calculateBy(key);
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      leftOut.push({ key, problems: error.problems });
    }
  }
  return { results: { [BY_METHOD]: rows }, first: Object.keys(rows)[0], leftOut };
}
