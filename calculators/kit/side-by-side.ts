import { z } from 'zod';
import { type InputProblem, InputRefused } from './input-problems.ts';
import { unwrapOutput } from './outputs.ts';

/** Where the answer to `method=all` has the results of every equation. */
const BY_METHOD = 'by_method';

/** The results of a calculator with `by_method` beside them: for each equation its numbers, without the classes. */
export function withByMethod(output: z.ZodObject, keys: readonly string[]): z.ZodObject {
  const numbers = Object.entries(output.shape).filter(([, member]) => {
    return unwrapOutput(member as z.ZodType) instanceof z.ZodNumber;
  });
  const row = z.object(Object.fromEntries(numbers)).optional();
  return output.extend({ [BY_METHOD]: z.object(Object.fromEntries(keys.map((key) => [key, row]))).optional() });
}

/** An equation that does not hold for an input that others hold for. */
export interface LeftOut {
  readonly key: string;
  readonly problems: readonly InputProblem[];
}

/** The results of every equation that holds for an input, and the reasons of those that do not. */
export interface SideBySide {
  readonly results: Readonly<Record<typeof BY_METHOD, Readonly<Record<string, unknown>>>>;
  /** The first equation that holds, if one does. */
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
