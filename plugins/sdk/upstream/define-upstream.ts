import { z } from 'zod';
import { kebabCase } from '../plugin/kebab-case.ts';
import { isOrigin } from '../service/service-definition.ts';

/** An existing HTTP service behind the gateway. */
export interface UpstreamDefinition {
  /** Kebab-case, unique in an installation. Usage counts its calls as `upstream/<name>`. */
  readonly name: string;
  /** Path whose requests, and those of all paths below it, go to the service, such as `/reports`. */
  readonly prefix: string;
  /** Its instances as scheme, host and port, `http://10.0.0.7:3000`. */
  readonly urls: readonly string[];
  /** Whether the service sees its paths without the prefix; true by default. */
  readonly strip?: boolean;
  /** Methods that it takes; GET, HEAD, POST, PUT, PATCH and DELETE by default. */
  readonly methods?: readonly string[];
  /**
   * Milliseconds without a byte in either direction after which a call ends; 30,000 by default. Not for event streams
   * and WebSockets.
   */
  readonly timeout?: number;
  /** Path of the health check of an instance that is out of use; `/` by default. */
  readonly health?: string;
  /** Units that a successful call costs; 1 by default. */
  readonly cost?: number;
  /** Longest body of a request, in bytes; 1,073,741,824 by default. */
  readonly bodyLimit?: number;
  /** Whether callers may switch to WebSocket; false by default. */
  readonly websocket?: boolean;
  /** How many calls may run and wait; `{ instance: 256, client: 64, waiting: 64 }` by default. */
  readonly limits?: Partial<UpstreamLimits>;
}

/** How many calls of an upstream may run and wait at a time, in each process of the gateway. An open stream runs. */
export interface UpstreamLimits {
  /** Calls, and connections, that one instance may have at a time; 256 by default. */
  readonly instance: number;
  /** Calls of one client that may run at a time, at all instances together; 64 by default. */
  readonly client: number;
  /** Calls that may wait for others to end, for at most a second; 64 by default. */
  readonly waiting: number;
}

/** An upstream with its defaults filled in. */
export type Upstream = Required<Omit<UpstreamDefinition, 'limits'>> & { readonly limits: UpstreamLimits };

/** Paths of the gateway itself. */
const OURS = /^\/(api\/v1|mcp|platform|docs|dashboard|assets|healthz|readyz|metrics)(\/|$)/;

const calls = z.int('must be a whole number of calls').max(10_000);

export const upstreamSchema = z.strictObject({
  name: kebabCase,
  prefix: z
    .string()
    .regex(/^(\/[a-z0-9][a-z0-9-]*)+$/, 'must be a path such as /reports')
    .refine((prefix) => !OURS.test(prefix), 'belongs to the gateway'),
  urls: z.array(z.string().refine(isOrigin, 'must be an address such as http://10.0.0.7:3000, without path')).min(1),
  strip: z.boolean(),
  methods: z.array(z.string().regex(/^[A-Z]+$/, 'must be a method such as GET')).min(1),
  timeout: z.int().min(1).max(600_000),
  health: z.string().startsWith('/'),
  cost: z.int().min(0),
  bodyLimit: z.int().min(0),
  websocket: z.boolean(),
  limits: z.strictObject({ instance: calls.min(1), client: calls.min(1), waiting: calls.min(0) }),
});

/**
 * Declares an upstream. A wrong declaration does not throw here: the loader reports it with every reason.
 *
 * @example
 * export default defineUpstream({
 *   name: 'reports',
 *   prefix: '/reports',
 *   urls: ['http://10.0.0.7:3000', 'http://10.0.0.8:3000'],
 *   // The rest is optional.
 *   strip: false,
 *   methods: ['GET', 'POST'],
 *   timeout: 10_000,
 *   health: '/healthz',
 *   cost: 2,
 *   bodyLimit: 1_000_000,
 *   websocket: true,
 *   limits: { instance: 100, client: 10, waiting: 20 },
 * });
 */
export function defineUpstream(definition: UpstreamDefinition): Upstream {
  return { ...DEFAULTS, ...definition, limits: { ...LIMITS, ...definition.limits } };
}

const DEFAULTS = {
  strip: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  timeout: 30_000,
  health: '/',
  cost: 1,
  bodyLimit: 1_073_741_824,
  websocket: false,
};

const LIMITS: UpstreamLimits = { instance: 256, client: 64, waiting: 64 };
