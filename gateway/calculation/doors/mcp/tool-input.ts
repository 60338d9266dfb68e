import { CONTROLS } from '../../../../plugins/sdk/index.ts';
import type { CalculationRequest } from '../../engine/calculations.ts';

/**
 * The arguments of a tool as a calculation: `lang`, `units` and `detail` are what the query of a call is, all others its
 * body. What the query of the request says holds where the arguments say nothing.
 */
export function toolInput(
  calculator: string,
  given: Readonly<Record<string, unknown>>,
  query: readonly string[],
): CalculationRequest {
  if (!CONTROLS.some((name) => Object.hasOwn(given, name))) return { calculator, input: given, query };
  const controls: string[] = [];
  const input = { ...given };
  for (const name of CONTROLS) {
    const at = query.indexOf(name);
    const value = Object.hasOwn(given, name) ? given[name] : query[at + 1];
    if (at !== -1 || Object.hasOwn(given, name)) controls.push(name, asText(value));
    delete input[name];
  }
  return { calculator, input, query: controls };
}

/** What is no text is none of the words that a control takes, and is refused with the other mistakes. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
