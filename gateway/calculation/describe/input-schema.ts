import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import { measured } from '../../../calculators/kit/field-reader.ts';
import {
  type Calculator,
  type FieldReader,
  HOURS_PATTERN,
  inputText,
  round,
  TIME_PATTERN,
} from '../../../calculators/kit/index.ts';
import { METHOD } from '../../../calculators/kit/method.ts';
import { toImperial } from '../../../calculators/kit/units.ts';
import { describeValues } from './describe-values.ts';
import type { Texts } from './texts.ts';

/** An input as the OpenAPI document shows it, both in the query of a GET and in the body of a POST. */
export interface DocumentedInput {
  readonly name: string;
  readonly required: boolean;
  /** Markdown. */
  readonly description: string;
  readonly schema: oas32.SchemaObjectValue;
}

/** Documents an input of a calculator. */
export function documentInput(calculator: Calculator, field: FieldReader, texts: Texts): DocumentedInput {
  const fallback = field.schema instanceof z.ZodDefault ? { default: field.schema.def.defaultValue } : {};
  return {
    name: field.name,
    required: field.required,
    description: describe(calculator, field, texts),
    schema: { ...plainSchema(field), ...boundsOfBothSystems(field), ...fallback },
  };
}

/** The JSON Schema of an object with these inputs and no other property. */
export function objectSchema(inputs: readonly DocumentedInput[]) {
  const properties = inputs.map(({ name, description, schema }) => [name, { ...schema, description }] as const);
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  return {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** An input is a number, an integer, a string or an array of numbers, so these keywords of JSON Schema suffice. */
function plainSchema({ core, kind, meta }: FieldReader): oas32.SchemaObjectValue {
  const { type, minimum, maximum, enum: values, format, pattern, items, minItems, maxItems } = z.toJSONSchema(core);
  const schema = { type, minimum, maximum, enum: values, format, pattern, items, minItems, maxItems };
  const isSpan = kind === 'time' || meta.unitSeconds !== undefined;
  const span = {
    type: ['number', 'string'],
    pattern: meta.unitSeconds === SECONDS_OF_AN_HOUR ? HOURS_PATTERN : TIME_PATTERN,
  };
  const written = !isSpan ? {} : kind === 'series' ? { items: Object.assign({}, items, span) } : span;
  return Object.fromEntries(Object.entries({ ...schema, ...written }).filter(([, value]) => value !== undefined));
}

const SECONDS_OF_AN_HOUR = 3600;

function describe(calculator: Calculator, field: FieldReader, { language, say }: Texts): string {
  const { meta, options, name } = field;
  const { messages } = calculator.family;
  const paragraphs = [inputText(calculator, name, language)];
  const bounds = boundsText(field, say);
  if (bounds) paragraphs.push(bounds);
  if (meta.labels) {
    const prefix = meta.labels === METHOD ? 'equations' : meta.labels;
    paragraphs.push(describeValues(options, (value) => messages.find(language, `${prefix}.${value}`)));
  }
  if (meta.synonyms && Object.keys(meta.synonyms).length > 0) {
    const pairs = Object.entries(meta.synonyms).map(([word, key]) => `\`${word}\` = \`${key}\``);
    paragraphs.push(say('inputs.synonyms', { pairs: pairs.join(', ') }));
  }
  if (meta.aliases && meta.aliases.length > 0) {
    paragraphs.push(say('inputs.method_names', { names: meta.aliases.map((alias) => `\`${alias}\``).join(', ') }));
  }
  return paragraphs.join('\n\n');
}

/** Inclusive bounds of a number, or of each number in a series, in the metric unit; `null` for an unbounded input. */
function boundsOf({ core }: FieldReader): { min: number; max: number } | null {
  const number = core instanceof z.ZodArray ? core.element : core;
  if (!(number instanceof z.ZodNumber)) return null;
  const { minValue, maxValue } = number;
  return minValue === null || maxValue === null ? null : { min: minValue, max: maxValue };
}

function boundsText(field: FieldReader, say: Texts['say']): string | null {
  const bounds = boundsOf(field);
  if (!bounds) return null;
  const { min, max } = bounds;
  const { meta } = field;
  const values = { min: String(min), max: measured(meta, max, 'metric') };
  if (!meta.dimension) return say('inputs.range', values);
  return say('inputs.range_imperial', {
    ...values,
    imperial_min: String(round(toImperial(meta.dimension, min), 2)),
    imperial_max: measured(meta, max, 'imperial'),
  });
}

/**
 * The bounds depend on `units`, and JSON Schema cannot express a dependency on another parameter. The schema uses the
 * wider bound at each end, so a client that validates against it never rejects a valid call. The description gives
 * both.
 */
function boundsOfBothSystems(field: FieldReader): { minimum?: number; maximum?: number } {
  const bounds = boundsOf(field);
  const { dimension } = field.meta;
  if (!bounds || !dimension) return {};
  const { min, max } = bounds;
  return {
    minimum: Math.min(min, Math.floor(toImperial(dimension, min) * 100) / 100),
    maximum: Math.max(max, Math.ceil(toImperial(dimension, max) * 100) / 100),
  };
}
