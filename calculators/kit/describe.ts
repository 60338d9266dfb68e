import { z } from 'zod';
import type { Calculator } from './calculator.ts';
import type { FieldReader } from './field-reader.ts';
import type { Language } from './languages.ts';
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

/** What a result is, in one language; `undefined` if the messages do not say. */
export function outputText({ name, family }: Calculator, result: string, language: Language): string | undefined {
  return family.messages.find(language, `${name}.outputs.${result}`);
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
