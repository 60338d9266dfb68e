import { z } from 'zod';
import { result } from '../../../calculators/kit/index.ts';

/**
 * The numbers of an answer outside the bounds that their results declare as plausible, each as a sentence.
 *
 * @param results the schema of the results
 */
export function implausible(results: z.ZodObject, answer: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(results.shape).flatMap(([name, schema]) =>
    inValue(name, result.unwrapOutput(schema as z.ZodType), answer[name]),
  );
}

function inValue(name: string, schema: z.ZodType, value: unknown): string[] {
  if (schema instanceof z.ZodObject) return implausible(schema, Object(value));
  if (schema instanceof z.ZodArray) {
    const element = result.unwrapOutput(schema.element as z.ZodType);
    return Array.isArray(value) ? value.flatMap((one) => inValue(name, element, one)) : [];
  }
  const { plausible } = result.outputMeta.get(schema) ?? {};
  if (!plausible || typeof value !== 'number' || (value >= plausible.min && value <= plausible.max)) return [];
  return [`${name} is ${value}, outside its plausible bounds ${plausible.min} to ${plausible.max}`];
}
