import type { oas32, ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Language } from '../../../calculators/kit/index.ts';
import { type EndpointManifest, type Plugin, SERVICE_CONTROLS, textIn } from '../../../plugins/sdk/index.ts';
import { controlsOf } from '../../calculation/describe/controls.ts';
import { type DocumentedInput, objectSchema } from '../../calculation/describe/input-schema.ts';
import { documentManifestInput } from '../../calculation/describe/manifest-input.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { aliasesText } from './aliases-text.ts';
import { operationName } from './operation-name.ts';
import { problemsOf } from './problem-responses.ts';
import { headersOf } from './response-headers.ts';

/** Documents GET and POST of a calculator of a remote service from its manifest. */
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
      ...controlsOf(SERVICE_CONTROLS),
    ],
  });
  const post = (): ZodOpenApiOperationObject => ({
    ...common('post', texts.say('openapi.in_body')),
    parameters: controlsOf(SERVICE_CONTROLS),
    requestBody: { required: true, content: { 'application/json': bodyOf(endpoint, documented) } },
  });
  return {
    ...(methods.includes('GET') ? { get: get() } : {}),
    ...(methods.includes('POST') ? { post: post() } : {}),
  };
}

/**
 * A tag for the plugin, described by the titles of its calculators; none for a plugin whose calculators have families.
 */
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

function bodyOf({ examples = [] }: EndpointManifest, inputs: readonly DocumentedInput[]) {
  return {
    schema: objectSchema(inputs),
    examples: Object.fromEntries(
      examples.map(({ input, origin }, at) => [`example_${at + 1}`, { summary: origin, value: input }]),
    ),
  };
}
