import type { Resolve, Schema } from './document.ts';

/** A member of a JSON body: `profile.weight_kg`, `days[].name`. */
export interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly values: readonly string[];
  readonly fallback: string | undefined;
}

/** Members inside members are shown to this depth; every answer of today fits. */
const DEEPEST = 6;

/** The members of an object with those inside, one after the other. */
export function schemaRows(schema: Schema, resolve: Resolve, prefix = '', depth = 0): SchemaRow[] {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).flatMap(([key, raw]) => {
    const member = resolve(raw);
    const name = prefix + key;
    const row = rowOf(
      name,
      { ...member, ...(raw.description !== undefined && { description: raw.description }) },
      required.includes(key),
      resolve,
    );
    return depth < DEEPEST ? [row, ...innerRows(member, resolve, name, depth + 1)] : [row];
  });
}

/** The members of an object, of the entries of a list, and of the values of a map. */
function innerRows(schema: Schema, resolve: Resolve, name: string, depth: number): SchemaRow[] {
  const { items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner = [
    ...schemaRows(schema, resolve, `${name}.`, depth),
    ...(items ? within(items, resolve, `${name}[]`, depth) : []),
    ...(typeof additionalProperties === 'object' ? within(additionalProperties, resolve, `${name}.*`, depth) : []),
    ...[...anyOf, ...oneOf].flatMap((one) => within(one, resolve, name, depth)),
  ];
  return [...new Map(inner.map((row) => [row.name, row])).values()];
}

function within(schema: Schema, resolve: Resolve, name: string, depth: number): SchemaRow[] {
  return depth > DEEPEST ? [] : innerRows(resolve(schema), resolve, name, depth);
}

/** One value: a parameter, or a member of a body. */
export function rowOf(name: string, schema: Schema, isRequired: boolean, resolve: Resolve): SchemaRow {
  const choices = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => resolve(one));
  return {
    name,
    type: typeOf(schema, resolve),
    isRequired,
    description: schema.description ?? '',
    values: choices.flatMap((one) => one.enum ?? []).map(String),
    fallback: schema.default === undefined ? undefined : JSON.stringify(schema.default),
  };
}

/** The type with its limits: `number 2 – 650`, `string | null`, `object[]`. */
function typeOf(schema: Schema, resolve: Resolve): string {
  const { type, anyOf, oneOf, items, minimum, maximum, minItems, maxItems, maxLength, format } = resolve(schema);
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(one, resolve)))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const names = typeof type === 'string' ? [type] : (type ?? []);
  const word = names
    .map((name) => (name === 'array' ? `${items ? typeOf(items, resolve) : 'any'}[]` : name))
    .join(' | ');
  const limits = names.includes('array') ? span(minItems, maxItems) : span(minimum, maximum);
  const length = maxLength === undefined ? '' : `≤ ${maxLength}`;
  return [word || 'any', format ?? '', limits, length].filter((part) => part !== '').join(' ');
}

/** Bounds beyond the safe integers are those of every whole number in JSON, and say nothing. */
function span(low: number | undefined, high: number | undefined): string {
  const [from, to] = [low, high].map((bound) => (Math.abs(bound ?? 0) >= Number.MAX_SAFE_INTEGER ? undefined : bound));
  if (from !== undefined && to !== undefined) return `${from} – ${to}`;
  if (from !== undefined) return `≥ ${from}`;
  return to === undefined ? '' : `≤ ${to}`;
}
