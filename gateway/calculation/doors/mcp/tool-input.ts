import { CONTROLS } from '../../../../plugins/sdk/index.ts';
import type { CalculationRequest } from '../../engine/calculations.ts';

/**
 * Turns the arguments of a tool into a calculation. The controls, such as `lang` and `units`, become the query; all other
 * arguments become the body. A control that is not among the arguments comes from the query of the request.
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

/** A value that is not a string becomes JSON text. No control accepts it, so it is reported with the other mistakes. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
