import { z } from 'zod';
import type { Calculator } from './define.ts';
import type { FieldReader } from './field-reader.ts';
import type { Language } from './languages.ts';
import { DIMENSIONS } from './units.ts';

/** An input as lists and documents show it. */
export interface FieldDescription {
  readonly name: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'string';
  readonly required: boolean;
  readonly description: string;
  readonly unit?: string;
  /** Inclusive bounds in metric units. */
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
  readonly default?: string | number | boolean;
}

/** What an input is for, in one language: the calculator's own words for it, else those of the shared vocabulary. */
export function inputText(calculator: Calculator, name: string, language: Language): string {
  const { messages } = calculator.family;
  const own = `${calculator.name}.inputs.${name}`;
  return messages.text(language, messages.find(language, own) === undefined ? `parameters.${name}` : own);
}

/** Describes an input of a calculator in one language. */
export function describeField(calculator: Calculator, field: FieldReader, language: Language): FieldDescription {
  const { core, schema, kind, meta } = field;
  const unit = meta.dimension ? DIMENSIONS[meta.dimension].metric : meta.unit;
  const bounds =
    core instanceof z.ZodNumber ? { min: core.minValue ?? undefined, max: core.maxValue ?? undefined } : {};
  const fallback = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return {
    name: field.name,
    type: kind === 'number' || kind === 'integer' || kind === 'boolean' ? kind : 'string',
    required: field.required,
    description: inputText(calculator, field.name, language),
    ...(unit === undefined ? {} : { unit }),
    ...(bounds.min === undefined ? {} : { min: bounds.min }),
    ...(bounds.max === undefined ? {} : { max: bounds.max }),
    ...(kind === 'choice' ? { allowed: field.options } : {}),
    ...(isPlain(fallback) ? { default: fallback } : {}),
  };
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
