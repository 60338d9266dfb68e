import type { z } from 'zod';
import type { Language } from '../../../calculators/kit/index.ts';
import type { Text } from '../plugin/endpoint-manifest.ts';

/**
 * When a policy is asked. `before-auth`: about every request but health probes. `after-auth`: about a call whose key,
 * rights and path are known. `before-answer`: about a call whose answer is known, before the call is charged.
 */
export const STAGES = ['before-auth', 'after-auth', 'before-answer'] as const;
export type PolicyStage = (typeof STAGES)[number];

/** The caller, as a policy sees it. */
export interface PolicyPrincipal {
  readonly clientId: string;
  readonly keyId: string;
  readonly plan: string;
  readonly role: string;
  readonly environment: string;
}

/** A request, as a policy sees it. It holds no key. */
export interface PolicyRequest {
  /** As in the header `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** In capitals, such as `GET`. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** IP address of the caller, behind any trusted proxies. */
  readonly address: string;
  /** Language of the answer. */
  readonly language: Language;
  /** Account, key, plan, role and environment of the caller; `null` before authentication. */
  readonly principal: PolicyPrincipal | null;
  /** Name of the calculator as usage counts it; `null` before authentication. */
  readonly calculator: string | null;
  /** Status of the answer; `null` before the last stage. */
  readonly status: number | null;
  /**
   * Value of a request header that the policy declares; `undefined` without it, or if it holds an API key.
   *
   * @throws if the policy does not declare the header
   */
  header(name: string): string | undefined;
  /** Adds a header to the answer. @throws for an invalid name or value, and for headers that frame the answer */
  addHeader(name: string, value: string): void;
  /** Makes the call as this key would, in place of a key in the request. @throws after authentication */
  useKey(keyId: string): void;
  /** Calls `ended` once, when the answer is sent or the caller has left. */
  onEnd(ended: () => void): void;
}

/** A refusal in a policy's own words. */
export interface PolicyProblem {
  /** From 400 to 599. */
  readonly status: number;
  /** Kebab-case; the answer and its header `X-Gateway-Error` have it. */
  readonly code: string;
  /** A few words: a text, or one for each language, English at least. */
  readonly title: Text;
  /** What is wrong and how to mend it, as `title`. */
  readonly detail: Text;
  /** Address of a page about the problem; `about:blank` by default. */
  readonly type?: string;
  /** Value of `Retry-After`, in whole seconds. */
  readonly retryAfter?: number;
}

/** Refuses with a problem, or lets the request go on without one. */
export type PolicyOutcome = PolicyProblem | undefined;

export interface PolicyDefinition<Config extends z.ZodType> {
  /** Kebab-case, unique in an installation. */
  readonly name: string;
  /** When it is asked: `before-auth`, `after-auth` or `before-answer`. */
  readonly stage: PolicyStage;
  /** Request headers that `handle` reads, or the function that finds them in the configuration. None by default. */
  readonly headers?: readonly string[] | ((config: z.output<Config>) => readonly string[]);
  /** Reads the configuration once, at the start. A `.transform` can prepare what the calls need. */
  readonly config: Config;
  /** Runs in the gateway's own process. Only a promise is awaited, for 5 seconds at most. */
  handle(request: PolicyRequest, config: z.output<Config>): PolicyOutcome | Promise<PolicyOutcome>;
}

/** A policy with its configuration. */
export interface ConfiguredPolicy {
  readonly name: string;
  readonly stage: PolicyStage;
  /** In lower case. */
  readonly headers: ReadonlySet<string>;
  handle(request: PolicyRequest): PolicyOutcome | Promise<PolicyOutcome>;
}

/** A declared policy. */
export interface Policy {
  readonly name: string;
  readonly stage: PolicyStage;
  /** @throws ZodError if the configuration is wrong */
  configure(config: unknown): ConfiguredPolicy;
}

/**
 * Declares a policy.
 *
 * @example
 * export default definePolicy({
 *   name: 'least-version',
 *   stage: 'after-auth',
 *   headers: ['x-app-version'],
 *   config: z.strictObject({ least: z.int() }),
 *   handle(request, { least }) {
 *     request.addHeader('X-Least-Version', String(least));
 *     if (Number(request.header('x-app-version')) >= least) return undefined;
 *     return { status: 403, code: 'app-too-old', title: 'App too old', detail: 'Update the app.', retryAfter: 3600 };
 *   },
 * });
 */
export function definePolicy<Config extends z.ZodType>(definition: PolicyDefinition<Config>): Policy {
  const { name, stage, headers = [] } = definition;
  return {
    name,
    stage,
    configure(raw) {
      const config = definition.config.parse(raw);
      const declared = typeof headers === 'function' ? headers(config) : headers;
      return {
        name,
        stage,
        headers: new Set(declared.map((header) => header.toLowerCase())),
        handle: (request) => definition.handle(request, config),
      };
    },
  };
}
