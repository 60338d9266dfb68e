/** The part of JSON Schema that the gateway's OpenAPI document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The documented answers of an installation, to compare real ones with. */
export class AnswerSchemas {
  readonly #document: OpenApiDocument;

  constructor(document: string) {
    this.#document = JSON.parse(document);
  }

  /**
   * The mistakes of a 2xx answer: a member that is missing or of another kind, such as `null` for a number.
   *
   * @param operation such as `GET /api/v1/bmi`; an undocumented one has no mistakes
   */
  mistake(operation: string, status: number, body: unknown): string | null {
    const [method = '', path = ''] = operation.split(' ');
    const responses = this.#document.paths[path]?.[method.toLowerCase()]?.responses;
    if (responses === undefined) return null;
    let response = responses[status];
    if (response === undefined) return `${status} is not documented for ${operation}`;
    if (response.$ref !== undefined) response = this.#resolve(response.$ref) as typeof response;
    const schema = response.content?.['application/json']?.schema;
    return schema === undefined ? null : this.#check(schema, body, '');
  }

  #resolve(ref: string): unknown {
    let found: unknown = this.#document;
    for (const part of ref.slice(2).split('/')) {
      found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    return found;
  }

  #check(schema: Schema, value: unknown, at: string): string | null {
    if (schema.$ref !== undefined) return this.#check(this.#resolve(schema.$ref) as Schema, value, at);
    const any = schema.anyOf ?? schema.oneOf;
    if (any !== undefined) {
      const mistakes = any.map((one) => this.#check(one, value, at));
      return mistakes.includes(null) ? null : (mistakes[0] ?? null);
    }
    for (const one of schema.allOf ?? []) {
      const mistake = this.#check(one, value, at);
      if (mistake !== null) return mistake;
    }
    const { type } = schema;
    if (type !== undefined && ![type].flat().some((one) => isOf(one, value))) {
      return `${at || 'the body'} is ${JSON.stringify(value)?.slice(0, 60)}, not ${[type].flat().join(' or ')}`;
    }
    if (schema.enum !== undefined && !schema.enum.includes(value)) return `${at} is ${JSON.stringify(value)}`;
    if (schema.const !== undefined && schema.const !== value) return `${at} is ${JSON.stringify(value)}`;
    if (Array.isArray(value))
      return schema.items === undefined ? null : this.#each(schema.items, Object.entries(value), at);
    return typeof value === 'object' && value !== null
      ? this.#members(schema, value as Record<string, unknown>, at)
      : null;
  }

  #members(schema: Schema, value: Readonly<Record<string, unknown>>, at: string): string | null {
    const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return `${at}.${missing} is missing`;
    for (const [name, member] of Object.entries(value)) {
      const own = schema.properties?.[name];
      const other = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
      const known = own ?? other;
      const mistake = known === undefined ? null : this.#check(known, member, `${at}.${name}`);
      if (mistake !== null) return mistake;
    }
    return null;
  }

  #each(schema: Schema, entries: readonly (readonly [string, unknown])[], at: string): string | null {
    for (const [name, value] of entries) {
      const mistake = this.#check(schema, value, `${at}[${name}]`);
      if (mistake !== null) return mistake;
    }
    return null;
  }
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      // The remaining names are those of `typeof`.
      return typeof value === type;
  }
}
