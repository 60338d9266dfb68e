import { z } from 'zod';
import type { Calculator } from '../../../calculators/kit/index.ts';
import { problemTemplateSchema } from '../answers/problem-template.ts';
import { serviceSchema } from '../service/service-definition.ts';
import { API_VERSION, CHANNELS, type Plugin } from './define-plugin.ts';
import { endpointSchema, type InputManifest } from './endpoint-manifest.ts';
import { kebabCase } from './kebab-case.ts';
import { isOwn, ownEndpointSchema, pathsOf } from './own-endpoint.ts';

const BY_DEFINE_PLUGIN = 'is missing: a plugin is made by definePlugin';

/** A version of semver.org, 2.0.0: numbers, pre-release, build. */
const SEMVER =
  /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

const pluginSchema = z.strictObject({
  name: kebabCase,
  version: z.string().regex(SEMVER, 'must be a version such as 1.0.0'),
  api: z
    .int('must be a whole number such as 1')
    .min(1)
    .refine((api) => api <= API_VERSION, {
      error: ({ input }) => `is written for version ${input} of the plugin API; this gateway has ${API_VERSION}`,
    })
    .optional(),
  mount: z.string().regex(/^(\/[a-z0-9][a-z0-9-]*)+$/, 'must be a path such as /api/v1'),
  channels: z.array(z.enum(CHANNELS)).min(1),
  calculators: z.array(z.custom<Calculator>(isCalculator, 'must be made by defineCalculator'), BY_DEFINE_PLUGIN),
  endpoints: z.array(z.unknown().superRefine(isEndpoint), BY_DEFINE_PLUGIN),
  problems: problemTemplateSchema.optional(),
  service: serviceSchema.optional(),
  costs: z.record(z.string(), z.int().min(0)).optional(),
});

/** An endpoint with a function is the plugin's own; any other is a manifest. */
function isEndpoint(value: unknown, context: z.RefinementCtx): void {
  const own = typeof value === 'object' && value !== null && 'respond' in value;
  const { error } = (own ? ownEndpointSchema : endpointSchema).safeParse(value);
  for (const issue of error?.issues ?? []) context.addIssue({ ...issue });
}

/** The mistakes in a plugin's declaration, each with its place; empty for a valid one. */
export function pluginMistakes(candidate: unknown): string[] {
  const parsed = pluginSchema.safeParse(candidate);
  const nothing = exposesNothing(candidate) ? ['calculators: must expose at least one calculator'] : [];
  if (parsed.success) return [...nothing, ...contradictions(parsed.data as Plugin)];
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.') || 'plugin'}: ${message}`,
  );
  return [...issues, ...nothing];
}

function exposesNothing(candidate: unknown): boolean {
  const { calculators, endpoints } = Object(candidate) as { calculators?: unknown; endpoints?: unknown };
  return [calculators, endpoints].every((list) => Array.isArray(list) && list.length === 0);
}

/** Parts that are well-formed but contradict each other. */
function contradictions({ mount, channels, calculators, endpoints, problems, service, costs = {} }: Plugin): string[] {
  const mistakes: string[] = [];
  if (channels.includes('marketplace') && (mount === '/api/v1' || mount.startsWith('/api/v1/'))) {
    mistakes.push(
      'channels: v1 is not offered through a marketplace, so a plugin under /api/v1 cannot list marketplace',
    );
  }
  if (endpoints.length > 0) {
    if (calculators.length > 0)
      mistakes.push('endpoints: describe calculators of a remote service, not those given here');
    const own = endpoints.filter(isOwn).length;
    if (own > 0 && own < endpoints.length) mistakes.push('endpoints: either all have respond, or none has');
    if (!service && own === 0) mistakes.push('service: must name the addresses where the endpoints are answered');
    if (Object.keys(costs).length > 0) mistakes.push('costs: an endpoint says its own cost');
  } else {
    for (const name of Object.keys(costs)) {
      if (!calculators.some((calculator) => calculator.name === name)) mistakes.push(`costs: no calculator ${name}`);
    }
  }
  if (service?.inputs === 'checked') {
    if (calculators.length > 0) mistakes.push('service: inputs are checked by manifests, and calculators have none');
    for (const { name, inputs = [] } of endpoints) {
      for (const input of inputs.filter(hasNoBounds)) {
        mistakes.push(`endpoints: ${name} needs min and max of ${input.name}, because its inputs are checked`);
      }
    }
  }
  if (problems && !endpoints.every(isOwn))
    mistakes.push('problems: calculators and services answer problems of RFC 9457');
  const kind = endpoints.length > 0 ? 'endpoints' : 'calculators';
  const segments = [...calculators.flatMap(({ name, aliases }) => [name, ...aliases]), ...endpoints.flatMap(pathsOf)];
  for (const segment of new Set(segments.filter((one, at) => segments.indexOf(one) !== at))) {
    mistakes.push(`${kind}: ${segment} occurs twice`);
  }
  for (const { name, inputs = [] } of endpoints) {
    const names = inputs.map((input) => input.name);
    for (const input of new Set(names.filter((one, at) => names.indexOf(one) !== at))) {
      mistakes.push(`endpoints: ${name} has the input ${input} twice`);
    }
  }
  return mistakes;
}

function hasNoBounds({ type, min, max }: InputManifest): boolean {
  return ['number', 'integer', 'array'].includes(type) && (min === undefined || max === undefined);
}

function isCalculator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'answer' in value && typeof value.answer === 'function';
}
