/** The parts of an OpenAPI document (3.1) that the reference shows. */
export interface ApiDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A schema, or a reference to one. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly example?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Example {
  readonly summary?: string;
  readonly value?: unknown;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface RawResponse {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface RawOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> };
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** What a call needs: an API key, the session of a user, either of them, or nothing. */
export type Access = 'key' | 'session' | 'either' | 'open';

/** An answer of an operation: its status, and the body by its media type. */
export interface Response extends RawResponse {
  readonly status: string;
}

/** An operation with its references resolved. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  readonly parameters: readonly Parameter[];
  /** The JSON body that it takes. */
  readonly body: Media | undefined;
  readonly responses: readonly Response[];
}

/** Looks up references of the document. */
export type Resolve = <Found extends object>(item: Found & { readonly $ref?: string }) => Found;

/** @throws Error for a reference to nothing */
export function resolverOf(document: ApiDocument): Resolve {
  return <Found extends object>(item: Found & { readonly $ref?: string }): Found => {
    if (item.$ref === undefined) return item;
    const [, , kind = '', name = ''] = item.$ref.split('/');
    const found = document.components?.[kind]?.[name];
    if (found === undefined) throw new Error(`the document has no ${item.$ref}`);
    return found as Found;
  };
}

/** The operations of a document, in its order. */
export function operationsOf(document: ApiDocument): Operation[] {
  const resolve = resolverOf(document);
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      id: raw.operationId ?? `${method}${path}`,
      method: method.toUpperCase(),
      path,
      tag: raw.tags?.[0] ?? '',
      summary: raw.summary ?? path,
      description: raw.description ?? '',
      access: accessOf(raw),
      parameters: (raw.parameters ?? []).map((one) => resolve(one as Parameter)),
      body: raw.requestBody?.content?.['application/json'],
      responses: Object.entries(raw.responses ?? {}).map(([status, one]) => ({
        status,
        ...resolve(one as RawResponse),
      })),
    })),
  );
}

/** Without a rule of its own, an operation needs a key. */
function accessOf({ security }: RawOperation): Access {
  if (security === undefined) return 'key';
  const names = new Set(security.flatMap((one) => Object.keys(one)));
  if (names.size === 0) return 'open';
  if (!names.has('SessionCookie')) return 'key';
  return names.size === 1 ? 'session' : 'either';
}
