import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Language } from '../../../calculators/kit/index.ts';
import { ROLES } from '../../accounts/role-access.ts';
import { controlsOf } from '../../calculation/describe/controls.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from '../../request/problems/catalogue.ts';
import { SESSION_COOKIE } from '../platform/cookies.ts';
import type { Group, PlatformRoute } from '../platform/route.ts';
import { PLATFORM_ROUTES } from '../platform/routes/index.ts';
import { platformMessages } from '../platform/texts.ts';
import type { AnswerFrame } from './answer-frame.ts';
import { IDEMPOTENCY_KEY } from './idempotency-parameter.ts';
import { headersOf } from './response-headers.ts';

const GROUPS: readonly Group[] = ['sign-in', 'account', 'users', 'keys', 'billing', 'audit'];

/** A tag for each group of routes. */
export function platformTags({ language }: Texts): { name: string; description: string }[] {
  return GROUPS.map((group) => ({
    name: `platform-${group}`,
    description: platformMessages.text(language, `groups.${group}`),
  }));
}

/** The security scheme of the session cookie. A session works for the platform only, unlike a key. */
export function sessionScheme({ language }: Texts) {
  const description = platformMessages.text(language, 'document.session_cookie');
  return { SessionCookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description } } as const;
}

/** Documents the routes of the platform from their declarations. */
export function platformPaths(frame: AnswerFrame, problem: z.ZodObject, texts: Texts): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of PLATFORM_ROUTES) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = operation(route, frame, problem, texts);
    paths[route.path] = path;
  }
  return paths;
}

function operation(
  route: PlatformRoute,
  frame: AnswerFrame,
  problem: z.ZodObject,
  { language }: Texts,
): ZodOpenApiOperationObject {
  const say = (key: string, values?: Record<string, string>) => platformMessages.text(language, key, values);
  return {
    operationId: route.name,
    summary: say(`routes.${route.name}`),
    description: [
      ...aboutOf(route, language),
      whoMay(route, say),
      ...(route.sessionOnly ? [say('document.session_only')] : []),
    ].join('\n\n'),
    tags: [`platform-${route.group}`],
    security: securityOf(route),
    requestParams: { ...(route.params && { path: route.params }), ...(route.query && { query: route.query }) },
    parameters: route.takesIdempotencyKey ? [...controlsOf(['lang']), IDEMPOTENCY_KEY] : controlsOf(['lang']),
    ...bodyOf(route),
    responses: { [route.status]: answerOf(route, frame, say), ...problemsOfRoute(route, problem, language) },
  };
}

/** Additional text for the few routes whose summary is not enough. */
function aboutOf({ name }: PlatformRoute, language: Texts['language']): string[] {
  const text = platformMessages.find(language, `about.${name}`);
  return text === undefined ? [] : [text];
}

function whoMay({ access }: PlatformRoute, say: (key: string, values?: Record<string, string>) => string): string {
  if (access === 'public') return say('document.anybody');
  const roles = ROLES.filter((role) => access[role] !== 'no');
  return say('document.roles', { roles: roles.map((role) => `\`${role}\``).join(', ') });
}

function securityOf({ access, sessionOnly }: PlatformRoute): Record<string, string[]>[] {
  if (access === 'public') return [];
  const session = { SessionCookie: [] };
  return sessionOnly ? [session] : [{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }, session];
}

function bodyOf({ body, rawBody }: PlatformRoute): { requestBody?: ZodOpenApiRequestBodyObject } {
  const schema = body ?? rawBody;
  return schema ? { requestBody: { required: true, content: { 'application/json': { schema } } } } : {};
}

function answerOf(
  { name, answer }: PlatformRoute,
  frame: AnswerFrame,
  say: (key: string) => string,
): ZodOpenApiResponseObject {
  const description = say(`routes.${name}`);
  const headers = headersOf(['RequestId', 'ContentLanguage']);
  if (answer === null) return { description, headers };
  if (typeof answer === 'string') {
    const [type = answer] = answer.split(';');
    return { description, headers, content: { [type]: { schema: { type: 'string' } } } };
  }
  const schema = z.strictObject({ ...answer.shape, language: frame.Language });
  return { description, headers, content: { 'application/json': { schema } } };
}

/** The problems that the router may answer for any route, and those that the route declares. */
function problemsOfRoute(route: PlatformRoute, problem: z.ZodObject, language: Language): ZodOpenApiResponsesObject {
  const hasBody = route.body !== null || route.rawBody !== undefined;
  const codes: ProblemCode[] = [
    'invalid-parameters',
    'malformed-query',
    'malformed-host',
    'method-not-allowed',
    'uri-too-long',
    'internal-error',
    'temporarily-unavailable',
    'https-required',
    'too-many-attempts',
    ...(route.access === 'public' ? [] : (['invalid-credential', 'too-many-failures', 'role-not-allowed'] as const)),
    ...(route.access === 'public' ? [] : (['key-not-allowed-here'] as const)),
    ...(route.sessionOnly ? (['session-required'] as const) : []),
    ...(route.method === 'GET' ? [] : (['csrf-refused'] as const)),
    ...(route.signup ? (['sign-up-closed'] as const) : []),
    ...(route.params === null ? [] : (['not-found'] as const)),
    ...(hasBody ? (['malformed-json', 'payload-too-large'] as const) : []),
    ...(route.body === null ? [] : (['repeated-member', 'unsupported-media-type'] as const)),
    ...route.problems,
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code]);
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, of]) => [status, problemResponse(of, problem, language)]),
  );
}

/** The response for all problems of one status. The page of each problem shows an example. */
function problemResponse(
  codes: readonly ProblemCode[],
  problem: z.ZodObject,
  language: Language,
): ZodOpenApiResponseObject {
  const titles = codes.map((code) => `- \`${code}\`: ${gatewayMessages.text(language, `problems.${code}.title`)}`);
  const retry = codes.some((code) => code.startsWith('too-many') || code === 'temporarily-unavailable');
  return {
    description: titles.join('\n'),
    headers: headersOf(['RequestId', 'ContentLanguage', 'GatewayError', ...(retry ? (['RetryAfter'] as const) : [])]),
    content: { 'application/problem+json': { schema: problem } },
  };
}

/** Adds descriptions to parameters and members by name: a name means the same everywhere in the platform. */
export function describeMembers(value: unknown, language: Language): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'properties') for (const [field, schema] of Object.entries(member)) describe(field, schema, language);
    if (name === 'parameters') for (const parameter of member) describe(parameter.name, parameter, language);
    describeMembers(member, language);
  }
}

function describe(name: string, described: unknown, language: Language): void {
  const text = platformMessages.find(language, `fields.${name}`);
  if (text === undefined || typeof described !== 'object' || described === null) return;
  if (!('$ref' in described || 'description' in described)) Object.assign(described, { description: text });
}
