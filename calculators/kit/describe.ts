import { z } from 'zod';
import type { Calculator } from './calculator.ts';
import type { FieldReader } from './field-reader.ts';
import type { Language } from './languages.ts';
import { decimalsOf, unwrapOutput } from './outputs.ts';
import { unitOf, unitOfResult } from './result-units.ts';
import { DIMENSIONS } from './units.ts';

/** An input as lists and documents show it. */
export interface FieldDescription {
  readonly name: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'string' | 'array';
  readonly required: boolean;
  readonly description: string;
  readonly unit?: string;
  /** Inclusive bounds in metric units; for a series, the bounds of its numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
  readonly default?: string | number | boolean;
}

/**
 * The description of an input in one language: the calculator's own, else the shared vocabulary's; then the methods that
 * use it, if others do not.
 */
export function inputText(calculator: Calculator, name: string, language: Language): string {
  const { messages } = calculator.family;
  const own = `${calculator.name}.inputs.${name}`;
  const text = messages.text(language, messages.find(language, own) === undefined ? `parameters.${name}` : own);
  const users = calculator.usedBy[name];
  return users ? text + messages.text(language, 'used_by', { methods: users.join(', ') }) : text;
}

/**
 * What a result is, in one language: the calculator's own text, else that of the shared vocabulary under the name of the
 * result or the name without its unit (`healthy_weight` for `healthy_weight_kg`); `undefined` if no message says it.
 */
export function outputText({ name, family }: Calculator, result: string, language: Language): string | undefined {
  const keys = [`${name}.outputs.${result}`, `results.${result}`, `results.${unitOfResult(result).stem}`];
  for (const key of keys) {
    const found = family.messages.find(language, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A result as lists and documents show it. */
export interface ResultDescription {
  readonly name: string;
  readonly type: 'number' | 'boolean' | 'string' | 'object' | 'array';
  readonly description?: string;
  readonly unit?: string;
  /** Printed decimals; a number without them is printed as it is. */
  readonly decimals?: number;
  /** Words that a class or key can have. */
  readonly allowed?: readonly string[];
  /** Results inside an object, or inside each element of an array. */
  readonly members?: readonly ResultDescription[];
}

/** Describes the results of a calculator in one language, apart from `by_method`, which repeats them. */
export function describeResults(calculator: Calculator, language: Language): ResultDescription[] {
  return membersOf(calculator, calculator.output, [], language).filter(({ name }) => name !== 'by_method');
}

function membersOf(
  calculator: Calculator,
  output: z.ZodObject,
  around: readonly string[],
  language: Language,
): ResultDescription[] {
  return Object.entries(output.shape).map(([name, member]): ResultDescription => {
    const schema = unwrapOutput(member as z.ZodType);
    let core = schema;
    while (core instanceof z.ZodArray) core = unwrapOutput(core.element as z.ZodType);
    const decimals = decimalsOf(core);
    const description = outputText(calculator, name, language);
    const path = [...around, name];
    const unit = core instanceof z.ZodNumber || core instanceof z.ZodObject ? unitOf(path, core) : '';
    return {
      name,
      type: typeOf(schema),
      ...(description === undefined ? {} : { description }),
      ...(unit === '' ? {} : { unit }),
      ...(decimals === undefined ? {} : { decimals }),
      ...(core instanceof z.ZodEnum ? { allowed: core.options.map(String) } : {}),
      ...(core instanceof z.ZodObject ? { members: membersOf(calculator, core, path, language) } : {}),
    };
  });
}

function typeOf(core: z.ZodType): ResultDescription['type'] {
  if (core instanceof z.ZodNumber) return 'number';
  if (core instanceof z.ZodBoolean) return 'boolean';
  if (core instanceof z.ZodArray) return 'array';
  return core instanceof z.ZodObject ? 'object' : 'string';
}

/** Describes an input of a calculator in one language. */
export function describeField(calculator: Calculator, field: FieldReader, language: Language): FieldDescription {
  const { core, schema, kind, meta } = field;
  const unit = meta.dimension ? DIMENSIONS[meta.dimension].metric : meta.unit;
  const number = core instanceof z.ZodArray ? core.element : core;
  const bounds =
    number instanceof z.ZodNumber ? { min: number.minValue ?? undefined, max: number.maxValue ?? undefined } : {};
  const fallback = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return {
    name: field.name,
    type: TYPES[kind],
    required: field.required,
    description: inputText(calculator, field.name, language),
    ...(unit === undefined ? {} : { unit }),
    ...(bounds.min === undefined ? {} : { min: bounds.min }),
    ...(bounds.max === undefined ? {} : { max: bounds.max }),
    ...(kind === 'choice' ? { allowed: field.options } : {}),
    ...(isPlain(fallback) ? { default: fallback } : {}),
  };
}

/** A time may also be a text; as seconds it is a number. */
const TYPES: Readonly<Record<FieldReader['kind'], FieldDescription['type']>> = {
  number: 'number',
  integer: 'integer',
  time: 'number',
  series: 'array',
  boolean: 'boolean',
  choice: 'string',
  date: 'string',
  text: 'string',
};

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
