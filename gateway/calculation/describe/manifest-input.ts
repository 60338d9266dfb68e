import type { oas32 } from 'zod-openapi';
import { type InputManifest, textIn } from '../../../plugins/sdk/index.ts';
import type { DocumentedInput } from './input-schema.ts';
import type { Texts } from './texts.ts';

/** Documents an input of a calculator that runs in a remote service. */
export function documentManifestInput(input: InputManifest, texts: Texts): DocumentedInput {
  const { name, required } = input;
  return { name, required, description: describe(input, texts), schema: schemaOf(input) };
}

function schemaOf({ type, min, max, allowed, default: fallback }: InputManifest): oas32.SchemaObjectValue {
  const bounds = {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
  const defaults = fallback === undefined ? {} : { default: fallback };
  if (type === 'array') return { type, items: { type: 'number', ...bounds }, ...defaults };
  return { type, ...bounds, ...(allowed === undefined ? {} : { enum: [...allowed] }), ...defaults };
}

function describe({ description, min, max, unit }: InputManifest, { language, say }: Texts): string {
  const text = textIn(language, description);
  if (min === undefined || max === undefined) return text;
  const values = { min: String(min), max: unit === undefined ? String(max) : { number: max, unit } };
  return `${text}\n\n${say('inputs.range', values)}`;
}
