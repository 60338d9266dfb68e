import { z } from 'zod';
import { type InputProblem, InputRefused } from './input-problems.ts';
import { outputMeta, unwrapOutput } from './outputs.ts';

/** The member of an answer to `method=all` that holds the results of every equation. */
export const BY_METHOD = 'by_method';

/** The results of a calculator, with `by_method` beside them: the numbers and the classes of each equation. */
export function withByMethod(output: z.ZodObject, keys: readonly string[]): z.ZodObject {
  const row = z.object(comparable(output.shape)).register(outputMeta, { labels: '' });
  const rows = z.object(Object.fromEntries(keys.map((key) => [key, row.optional()])));
  return output.extend({ [BY_METHOD]: rows.register(outputMeta, { labels: '' }).optional() });
}

/** The results that are numbers or classes, or objects that hold such. */
function comparable(shape: Readonly<Record<string, unknown>>): Record<string, z.ZodType> {
  const compared: Record<string, z.ZodType> = {};
  for (const [name, member] of Object.entries(shape)) {
    const core = unwrapOutput(member as z.ZodType);
    const meta = outputMeta.get(core);
    if (core instanceof z.ZodNumber || meta?.labelled) compared[name] = member as z.ZodType;
    if (core instanceof z.ZodObject) {
      const inner = comparable(core.shape);
      if (Object.keys(inner).length > 0) {
        const row = z.object(inner);
        compared[name] = (meta ? row.register(outputMeta, meta) : row).optional();
      }
    }
  }
  return compared;
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
