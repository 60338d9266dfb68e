import { z } from 'zod';

/** Where a plugin's calculators run, if not in the gateway's own process. */
export interface ServiceDefinition {
  /** Its instances, `http://10.0.0.7:8090`: scheme, host and port. Calls arrive under the paths that callers use. */
  readonly urls: readonly string[];
  /** Path that tells whether an instance is well; `/healthz` unless said. */
  readonly health?: string;
  readonly timeout?: {
    /** Milliseconds until an instance must have taken the connection; 500 unless said. */
    readonly connect?: number;
    /** Milliseconds until its answer must be complete, the connection included; 5,000 unless said. */
    readonly answer?: number;
  };
}

/** A service with everything filled in that its definition leaves out. */
export interface ServiceSettings {
  readonly urls: readonly string[];
  readonly health: string;
  readonly timeout: { readonly connect: number; readonly answer: number };
}

/** Fills in what a definition leaves out. */
export function serviceSettings({ urls, health, timeout }: ServiceDefinition): ServiceSettings {
  return {
    urls,
    health: health ?? '/healthz',
    timeout: { connect: timeout?.connect ?? 500, answer: timeout?.answer ?? 5_000 },
  };
}

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
  timeout: z.strictObject({ connect: milliseconds.optional(), answer: milliseconds.optional() }).optional(),
});

/** A path, a query or a user in an address would have to be signed, joined or hidden: there is nothing to gain by them. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@\\\s]+\/?$/.test(text) && URL.canParse(text);
}
