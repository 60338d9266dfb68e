import type { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import type { Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { controlComponents } from '../../calculation/describe/controls.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { BATCH_PATH } from '../../request/routes/batch-endpoint.ts';
import { type AnsweredExample, answerExamples } from './answer-examples.ts';
import { answerFrame } from './answer-frame.ts';
import { answerSchema } from './answer-schema.ts';
import { batchPath } from './batch-path.ts';
import { calculatorPath } from './calculator-paths.ts';
import { familyTags } from './family-tags.ts';
import { healthPaths } from './health-paths.ts';
import { idempotencyParameter } from './idempotency-parameter.ts';
import { listPath, listSchema, SERVICE_TAG } from './list-path.ts';
import { manifestPath, manifestTags } from './manifest-paths.ts';
import { operationName } from './operation-name.ts';
import { describeMembers, platformPaths, platformTags, sessionScheme } from './platform-paths.ts';
import { problemComponents } from './problem-responses.ts';
import { problemSchema } from './problem-schema.ts';
import { headerComponents, headersOf } from './response-headers.ts';
import { textsIn } from './texts.ts';

export interface DocumentOptions {
  /** The loaded plugins. Plugins with only the marketplace channel, or with their own error format, are left out. */
  readonly plugins: readonly Plugin[];
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** Release of the API. */
  readonly release: string;
  /** Whether the accounts API is part of the installation. */
  readonly platform: boolean;
  /** Language of every text in the document. */
  readonly language: Language;
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/**
 * The OpenAPI 3.1 document of an installation, generated from the schemas of its calculators. The calculators compute
 * the examples, so they are real answers.
 *
 * @throws RangeError if the messages of a calculator lack its title or summary
 */
export function openApiDocument({ plugins, baseUrl, release, platform, language }: DocumentOptions): OpenApiDocument {
  const texts = textsIn(language);
  const { say } = texts;
  const frame = answerFrame(texts);
  const { Notice, ...everyFrame } = frame;
  const problem = problemSchema(frame, texts);
  const list = listSchema(frame, texts);
  // A plugin with its own error format follows another contract, which its own guide documents.
  const direct = plugins.filter(({ channels, problems }) => channels.includes('direct') && !problems);
  const clinical = direct.some(({ calculators }) => calculators.some(({ family }) => family.clinical));

  const paths: ZodOpenApiPathsObject = {};
  const answers: Record<string, z.ZodObject> = {};
  const results: Record<string, ZodOpenApiResponseObject> = {};
  for (const mount of new Set(direct.map((plugin) => plugin.mount))) {
    paths[mount] = listPath(`list${operationName(mount, 'calculators')}`, list, texts);
  }
  if (paths['/api/v1']) paths[BATCH_PATH] = batchPath(frame, problem, texts);
  for (const plugin of direct) {
    const { mount } = plugin;
    for (const calculator of plugin.calculators) {
      const name = operationName(mount, calculator.name);
      const examples = answerExamples(calculator, texts);
      const answer = answerSchema(calculator, frame, texts);
      answers[`${name}Answer`] = answer;
      results[name] = resultResponse(answer, examples, texts);
      paths[`${mount}/${calculator.name}`] = calculatorPath({ calculator, mount, name, examples }, texts);
    }
    for (const endpoint of plugin.endpoints) paths[`${mount}/${endpoint.name}`] = manifestPath(plugin, endpoint, texts);
  }

  const accounts = platform ? platformPaths(frame, problem, texts) : {};
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: say('openapi.title'),
        version: release,
        description: say('openapi.about', { errors: `${baseUrl}/docs/errors/`, guide: `${baseUrl}/docs/api` }),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      security: [{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }],
      tags: [
        ...familyTags(
          direct.flatMap(({ calculators }) => calculators),
          language,
        ),
        ...direct.flatMap((plugin) => manifestTags(plugin, language)),
        ...(platform ? platformTags(texts) : []),
        { name: SERVICE_TAG, description: say('openapi.service') },
      ],
      paths: { ...paths, ...accounts, ...healthPaths(texts) },
      components: {
        schemas: { ...everyFrame, ...(clinical ? { Notice } : {}), Problem: problem, CalculatorList: list, ...answers },
        parameters: { ...controlComponents(texts), IdempotencyKey: idempotencyParameter(texts) },
        headers: headerComponents(texts),
        responses: { ...results, ...problemComponents(problem, baseUrl, texts) },
        securitySchemes: {
          ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: say('openapi.key_in_header') },
          ApiKeyQuery: { type: 'apiKey', in: 'query', name: 'apikey', description: say('openapi.key_in_query') },
          ...(platform ? sessionScheme(texts) : {}),
        },
      },
    },
    {
      // Later releases may add members to answers, and a client generated from this document must accept them.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
  for (const path of Object.keys(accounts)) describeMembers(document.paths?.[path], language);
  return document;
}

function resultResponse(
  answer: z.ZodObject,
  examples: readonly AnsweredExample[],
  { say }: Texts,
): ZodOpenApiResponseObject {
  return {
    description: say('openapi.result'),
    headers: headersOf(['RequestId', 'ContentLanguage', 'RateLimitPolicy', 'RateLimit']),
    content: {
      'application/json': {
        schema: answer,
        examples: Object.fromEntries(
          examples.map(({ key, origin, answer: value }) => [key, { summary: origin, value }]),
        ),
      },
    },
  };
}
