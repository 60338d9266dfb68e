import type { oas32, ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { CONTROLS, type Language } from '../../../calculators/kit/index.ts';
import { type EndpointManifest, type InputManifest, type Plugin, textIn } from '../../../plugins/sdk/index.ts';
import { aliasesText } from './aliases-text.ts';
import { controlsOf } from './controls.ts';
import { type DocumentedInput, objectSchema } from './input-schema.ts';
import { operationName } from './operation-name.ts';
import { problemsOf } from './problem-responses.ts';
import { headersOf } from './response-headers.ts';
import type { Texts } from './texts.ts';

/** GET and POST of a calculator that runs elsewhere, as far as its manifest tells. */
export function manifestPath(
  { name: tag, mount }: Plugin,
  endpoint: EndpointManifest,
  texts: Texts,
): ZodOpenApiPathItemObject {
  const { name, methods, title = name, summary = title, inputs = [] } = endpoint;
  const { language } = texts;
  const documented = inputs.map((input) => documentManifestInput(input, texts));
  const operation = operationName(mount, name);
  const [example] = endpoint.examples ?? [];
  const common = (method: 'get' | 'post', ...paragraphs: string[]): ZodOpenApiOperationObject => ({
    operationId: method + operation,
    summary: textIn(language, title),
    description: [textIn(language, summary), ...paragraphs].join('\n\n'),
    tags: [tag],
    responses: { 200: resultOf(endpoint, texts), ...problemsOf(method) },
  });
  const get = (): ZodOpenApiOperationObject => ({
    ...common('get', ...aliasesText(mount, endpoint.aliases ?? [], texts)),
    parameters: [
      ...documented.map((input) => ({
        ...input,
        in: 'query' as const,
        ...(input.schema.type === 'array' ? { style: 'form' as const, explode: false } : {}),
        ...(example?.input[input.name] === undefined ? {} : { example: example.input[input.name] }),
      })),
      ...controlsOf(CONTROLS),
    ],
  });
  const post = (): ZodOpenApiOperationObject => ({
    ...common('post', texts.say('openapi.in_body')),
    parameters: controlsOf(CONTROLS),
    requestBody: { required: true, content: { 'application/json': bodyOf(endpoint, documented) } },
  });
  return {
    ...(methods.includes('GET') ? { get: get() } : {}),
    ...(methods.includes('POST') ? { post: post() } : {}),
  };
}

/** A tag for the plugin, described by the titles of its calculators; none where calculators have families. */
export function manifestTags({ name, endpoints }: Plugin, language: Language): { name: string; description: string }[] {
  if (endpoints.length === 0) return [];
  const titles = endpoints.map((endpoint) => textIn(language, endpoint.title ?? endpoint.name));
  return [{ name, description: new Intl.ListFormat(language, { type: 'conjunction' }).format(titles) }];
}

function resultOf({ answer }: EndpointManifest, { say }: Texts): ZodOpenApiResponseObject {
  return {
    description: say('openapi.result'),
    headers: headersOf(['RequestId', 'ContentLanguage', 'RateLimitPolicy', 'RateLimit']),
    content: { 'application/json': { schema: (answer ?? { type: 'object' }) as oas32.SchemaObjectValue } },
  };
}

/** Documents an input of a calculator that runs elsewhere. */
export function documentManifestInput(input: InputManifest, texts: Texts): DocumentedInput {
  const { name, required } = input;
  return { name, required, description: describe(input, texts), schema: schemaOf(input) };
}

function bodyOf({ examples = [] }: EndpointManifest, inputs: readonly DocumentedInput[]) {
  return {
    schema: objectSchema(inputs),
    examples: Object.fromEntries(
      examples.map(({ input, origin }, at) => [`example_${at + 1}`, { summary: origin, value: input }]),
    ),
  };
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
  const bounds =
    unit === undefined ? say('openapi.bounds_plain', { min, max }) : say('openapi.bounds', { min, max, unit });
  return `${text}\n\n${bounds}`;
}
