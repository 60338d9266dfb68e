import { z } from 'zod';
import type { Calculator, FieldReader } from '../../calculators/kit/index.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import type { Members } from './json-mutations.ts';
import type { Random } from './random.ts';

/** A calculator and all its path segments. */
export interface Callable {
  readonly calculator: Calculator;
  readonly names: readonly string[];
}

/** The calculators of v1, as the gateway loads them. */
export async function allCalculators(): Promise<Callable[]> {
  const { plugins } = await loadPlugins([]);
  return plugins
    .filter(({ mount }) => mount === '/api/v1')
    .flatMap(({ calculators }) => calculators)
    .map((calculator) => ({ calculator, names: [calculator.name, ...calculator.aliases] }));
}

/**
 * An input that a calculator most likely accepts: one of its examples with some numbers moved a little and some choices
 * and optional inputs exchanged. Now and then a number is on a bound of its schema or just beyond it.
 */
export function likelyInput(random: Random, { examples, fields }: Calculator): Members {
  const input: Members = { ...random.pick(examples).input };
  if (random.chance(0.3)) return input;
  for (const field of fields) {
    const given = input[field.name];
    if (given === undefined) continue;
    if (typeof given === 'number' && random.chance(0.6)) input[field.name] = moved(random, field, given);
    else if (field.kind === 'choice' && random.chance(0.15)) input[field.name] = random.pick(field.options);
    else if (!field.required && random.chance(0.1)) delete input[field.name];
  }
  if (random.chance(0.15)) {
    const field = random.pick(fields);
    const bound = boundary(random, field);
    if (bound !== null) input[field.name] = bound;
  }
  return input;
}

function moved(random: Random, { kind, core }: FieldReader, given: number): number {
  const { min, max } = boundsOf(core);
  const whole = kind === 'integer' || Number.isInteger(given);
  const near = given * random.between(0.93, 1.07);
  const inside = Math.min(max, Math.max(min, near));
  return whole ? Math.round(inside) : Number(inside.toFixed(random.below(4)));
}

/** A number on a bound of a schema, or one step outside; `null` for a schema without bounds. */
function boundary(random: Random, { core, kind }: FieldReader): number | null {
  const { min, max } = boundsOf(core);
  if (!Number.isFinite(min) || !Number.isFinite(max)) return null;
  const step = kind === 'integer' ? 1 : random.pick([1, 0.01, 1e-9]);
  return random.pick([min, max, min - step, max + step, min + step, max - step, (min + max) / 2]);
}

function boundsOf(core: z.ZodType): { readonly min: number; readonly max: number } {
  if (!(core instanceof z.ZodNumber)) return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  return { min: core.minValue ?? Number.NEGATIVE_INFINITY, max: core.maxValue ?? Number.POSITIVE_INFINITY };
}
