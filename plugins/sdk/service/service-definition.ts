import { z } from 'zod';

/** Where a plugin's calculators run, if not in the gateway's own process. */
export interface ServiceDefinition {
  /** Its instances as scheme, host and port, `http://10.0.0.7:8090`. Calls keep the path that callers use. */
  readonly urls: readonly string[];
  /** Path of the health check; `/healthz` by default. */
  readonly health?: string;
  /** Times in which an instance must answer. */
  readonly timeout?: {
    /** Milliseconds in which an instance must accept the connection; 500 by default. */
    readonly connect?: number;
    /** Milliseconds from the end of the request in which the answer must be complete; 5,000 by default. */
    readonly answer?: number;
  };
  /**
   * `checked`: the gateway reads and checks the inputs by the manifest, sends them as JSON in SI units, and writes the
   * frame of the answer. By default the service does all of this.
   */
  readonly inputs?: 'checked';
  /** How many calls may run and wait. */
  readonly limits?: Partial<ServiceLimits>;
}

/** How many calls of a service may run and wait at a time, in each process of the gateway. */
export interface ServiceLimits {
  /** Calls of one calculator that one instance may run at a time; 64 by default. */
  readonly calculator: number;
  /** Calls, and connections, that one instance may have at a time; 256 by default. */
  readonly instance: number;
  /** Calls of one calculator that may wait for others to end; 64 by default. */
  readonly waiting: number;
}

/** A service definition with its defaults filled in. */
export interface ServiceSettings {
  readonly urls: readonly string[];
  readonly health: string;
  readonly timeout: { readonly connect: number; readonly answer: number };
  readonly limits: ServiceLimits;
}

/** Fills in the defaults of a definition. */
export function serviceSettings({ urls, health, timeout, limits }: ServiceDefinition): ServiceSettings {
  return {
    urls,
    health: health ?? '/healthz',
    timeout: { connect: timeout?.connect ?? 500, answer: timeout?.answer ?? 5_000 },
    limits: {
      calculator: limits?.calculator ?? 64,
      instance: limits?.instance ?? 256,
      waiting: limits?.waiting ?? 64,
    },
  };
}

const calls = z.int('must be a whole number of calls').max(10_000);
const milliseconds = z.int('must be whole milliseconds').min(1).max(600_000);

export const serviceSchema = z.strictObject({
  urls: z
    .array(z.string().refine(isOrigin, 'must be an address such as http://10.0.0.7:8090, without path, query or user'))
    .min(1, 'must name at least one address')
    .refine((urls) => new Set(urls).size === urls.length, 'must not name an address twice'),
  health: z
    .string()
    .regex(/^\/[\w./-]*$/, 'must be a path such as /healthz')
    .optional(),
  inputs: z.literal('checked', 'must be checked, or left out').optional(),
  timeout: z.strictObject({ connect: milliseconds.optional(), answer: milliseconds.optional() }).optional(),
  limits: z
    .strictObject({
      calculator: calls.min(1).optional(),
      instance: calls.min(1).optional(),
      waiting: calls.min(0).optional(),
    })
    .optional(),
});

/** An address has no path, query or user: these would have to be joined, signed and hidden, for no gain. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@\\\s]+\/?$/.test(text) && URL.canParse(text);
}
