import { z } from 'zod';
import {
  createInputReader,
  createProfileWriter,
  field,
  imperialTwin,
  round,
  type UnitSystem,
} from '../../../calculators/kit/index.ts';
import { type AnswerTarget, inputProblemsAnswer, problemAnswer } from '../answers/answers.ts';
import { sdkMessages } from '../answers/messages.ts';
import type { EndpointManifest, InputManifest } from '../plugin/endpoint-manifest.ts';
import { readJsonBody } from '../reading/json-body.ts';
import { collectRequest, type RawInput } from '../reading/request-input.ts';
import { LARGEST_BODY, type ReadRequest, type ServiceAnswer, type ServiceRequest } from '../service/service.ts';

/** A call of a service whose inputs are checked. */
export interface CheckedCall {
  /** The inputs in SI units, as JSON, for the service. */
  readonly body: string;
  /**
   * Writes the answer to the caller from the results of the service.
   *
   * @param results the body of a 2xx
   * @returns `null` if the results are no JSON object
   */
  finish(results: string): string | null;
}

/** Reads the inputs of an endpoint in the gateway, so that its service gets only valid ones. */
export interface CheckedInputs {
  /** @returns the call, or the answer that refuses the request */
  read(request: ServiceRequest): CheckedCall | ServiceAnswer;
  /** Reads one calculation of a list. */
  readInput(request: ReadRequest): CheckedCall | ServiceAnswer;
}

/**
 * Prepares the reading of the inputs that a manifest declares.
 *
 * @param segment the path segment of the endpoint: its name or an alias
 * @param baseUrl address of the installation; problem types are pages below it
 */
export function checkedInputs({ inputs = [] }: EndpointManifest, segment: string, baseUrl: string): CheckedInputs {
  const reader = createInputReader(z.object(Object.fromEntries(inputs.map((input) => [input.name, schemaOf(input)]))));
  const profile = createProfileWriter(reader.fields);

  function check(raw: RawInput, { language, requestId, authenticated }: Caller): CheckedCall | ServiceAnswer {
    const collected = reader.collect();
    const { units, detail } = collectRequest(raw, collected);
    const read = reader.read(collected, units, raw.body === null);
    if ('problems' in read) {
      return inputProblemsAnswer(read.problems, { baseUrl, language, requestId, messages: sdkMessages });
    }
    const frame = {
      profile: profile(read.input, units),
      language,
      _api_metadata_: { endpoint_name: segment, authenticated },
    };
    return {
      body: JSON.stringify(read.input),
      finish(text) {
        const results = objectIn(text);
        if (results === null) return null;
        const { details = { warnings: [], notes: [] }, ...rest } = results;
        const answered = { ...withTwins(rest, units), ...frame };
        return JSON.stringify(detail === 'full' ? { ...answered, details } : answered);
      },
    };
  }

  return {
    read(request) {
      const { method, query, contentType, body, language, requestId } = request;
      const target: AnswerTarget = { baseUrl, language, requestId, messages: sdkMessages };
      if (query === null) return problemAnswer({ code: 'malformed-query' }, target);
      if (method !== 'POST') return check({ query, body: null }, request);
      const read = readJsonBody({ contentType, body }, LARGEST_BODY);
      return 'code' in read ? problemAnswer(read, target) : check({ query, body: read.members }, request);
    },
    readInput: (request) => check(request, request),
  };
}

type Caller = Pick<ServiceRequest, 'language' | 'requestId' | 'authenticated'>;

/** The kinds of numbers that imperial requests give in other units. */
const CONVERTED: Readonly<Record<string, (bounds: field.Bounds) => z.ZodNumber>> = {
  kg: field.mass,
  cm: field.length,
  m: field.distance,
  'km/h': field.speed,
  '°C': field.temperature,
  '%': field.percentage,
};

/** Endings of names in `profile`, by unit. */
const SUFFIXES: Readonly<Record<string, string>> = { bpm: 'bpm', mmHg: 'mmhg', W: 'w', min: 'min', s: 's' };

function schemaOf(input: InputManifest): z.ZodType {
  const schema = coreOf(input);
  if (input.default !== undefined) return schema.default(input.default);
  return input.required ? schema : schema.optional();
}

function coreOf({ type, unit, min = -UNBOUNDED, max = UNBOUNDED, allowed }: InputManifest): z.ZodType {
  const bounds = { min, max };
  if (type === 'integer') return field.count(bounds, unit);
  if (type === 'boolean') return field.flag();
  if (type === 'array') return field.series(bounds, { least: 1, most: MOST_NUMBERS });
  if (type === 'string') {
    const [first, ...others] = allowed ?? [];
    return first === undefined ? z.string().register(field.fieldMeta, {}) : field.choice([first, ...others]);
  }
  if (unit === undefined) return field.quantity(bounds);
  return CONVERTED[unit]?.(bounds) ?? field.quantity(bounds, unit, SUFFIXES[unit]);
}

/** A bound that a manifest leaves out. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;
const MOST_NUMBERS = 1_000;

/** Results of imperial requests have their imperial values beside them. */
function withTwins(results: Readonly<Record<string, unknown>>, units: UnitSystem): Record<string, unknown> {
  if (units === 'metric') return { ...results };
  return Object.fromEntries(
    Object.entries(results).flatMap(([name, value]) => {
      const twin = typeof value === 'number' ? imperialTwin(name) : null;
      const pair: [string, unknown][] = [[name, value]];
      if (twin !== null && typeof value === 'number') pair.push([twin.name, round(twin.of(value), 2)]);
      return pair;
    }),
  );
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
