import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import {
  type CheckedCall,
  type PolicyProblem,
  requestLanguage,
  type ServiceAnswer,
} from '../../../plugins/sdk/index.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { MarketplaceHeaders } from '../../marketplace/header-names.ts';
import type { PresentedConsumer } from '../../marketplace/marketplaces.ts';
import type { ServiceFailure } from '../../operations/call-log.ts';
import type { StepTimer } from '../../operations/call-meter.ts';
import type { Decision } from '../../quota/admission/admission.ts';
import type { Once } from '../../quota/contract.ts';
import type { PrincipalEntry } from '../principal/principal-entries.ts';
import type { Route } from '../routes/route-table.ts';

/** The headers that the gateway reads. It ignores all others, so no other header can reach a service. */
export interface CallHeaders {
  apiKey: string | undefined;
  /** Whether the request has more than one `X-API-Key`. Such a call is refused, whatever the values are. */
  apiKeyRepeated: boolean;
  /** A credential at `/mcp` only. Repeated headers are joined, which results in a malformed credential. */
  authorization: string | undefined;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  contentType: string | undefined;
  contentLength: string | undefined;
  transferEncoding: string | undefined;
  forwardedProto: string | undefined;
  forwardedFor: string | undefined;
  traceparent: string | undefined;
  upgrade: string | undefined;
  /** `Idempotency-Key`; repeated headers are joined, which results in a malformed value. */
  idempotencyKey: string | undefined;
  /** Origin of the page that makes a browser call (Fetch standard). Other programs do not send it. */
  origin: string | undefined;
  /** The value of the `Host` header. */
  host: string | undefined;
  /** Whether the request has more than one `Host`. Such a request is refused (RFC 9112, section 3.2). */
  hostRepeated: boolean;
  /** Headers of marketplaces; `null` for a request without any. */
  marketplace: MarketplaceHeaders | null;
}

/** Why a policy refuses a call: its own problem, or its failure. */
export type PolicyRefusal = PolicyProblem | 'failed';

/** One request in the pipeline. Each step fills in its part. */
export class Call {
  readonly id: string;
  readonly startedAt: number;
  readonly method: string;
  /**
   * The path of the request, neither decoded nor normalised, because routes match exact paths only. On the host of a
   * marketplace, it is prefixed with the mount of the classic API.
   */
  readonly path: string;
  /** Origin of a foreign page that may call the API and read the answer. */
  pageOrigin: string | null = null;
  /** The decoded query without `apikey`, as alternating names and values; `null` for a malformed query. */
  query: readonly string[] | null;
  readonly headers: CallHeaders;
  /** IP address of the caller, behind any trusted proxies. */
  address = '';
  /** Whether the call used HTTPS, to this server or to a trusted proxy. */
  secure = false;
  /** SHA-256 of the API key, in hexadecimal. */
  keyHash = '';
  /** Values of `apikey` in the query, in order. */
  queryKeys: readonly string[] = [];
  /** The consumer that a marketplace presents in its headers. */
  consumer: PresentedConsumer | null = null;
  /** What the cache knows of the key; `undefined` if nothing, `null` if it was not asked. */
  known: PrincipalEntry | undefined | null = null;
  principal: Principal | null = null;
  route: Route | null = null;
  /** The answer computed in this process. It is sent if the call is admitted. */
  answer: ServiceAnswer | null = null;
  /** Digest of the idempotency key of a POST. */
  idempotencyKey: string | null = null;
  /** The idempotency key with the digest of the request, once its body is read. */
  once: Once | null = null;
  /** The body of a call of a service, if it had to be read before admission. */
  body: Uint8Array | null = null;
  /** The call of a service that gets checked inputs. */
  checked: CheckedCall | null = null;
  /** The latest decision of the counters, from admission or a probe. `RateLimit-Policy` and `RateLimit` show it. */
  decision: Decision | null = null;
  /** Why a service failed to answer the call, or one calculation of it, for the log. */
  failure: ServiceFailure | null = null;
  /** Headers that policies add to the answer, as alternating names and values. */
  policyHeaders: string[] | null = null;
  /** The refusal of a policy that waits until the caller is known, because a missing key is answered first. */
  heldRefusal: PolicyRefusal | null = null;
  /** Id of the key that a policy lets the call use. */
  usedKeyId: string | null = null;
  /** Start of the call, on the clock of the meter. */
  began = 0;
  /** Times the steps of a sample of calls; `null` for all other calls. */
  timer: StepTimer | null = null;
  #language: Language | null = null;

  constructor(id: string, startedAt: number, method: string, path: string, headers: CallHeaders) {
    this.id = id;
    this.startedAt = startedAt;
    this.method = method;
    this.path = path;
    this.query = null;
    this.headers = headers;
  }

  /**
   * Language of the answer: `lang` in the query, else `Accept-Language`, else English. It is one of the languages that
   * the route offers, or one of all languages until the route is known.
   */
  get language(): Language {
    this.#language ??= this.#negotiate();
    return this.#language;
  }

  #negotiate(): Language {
    if (this.principal?.channel === 'marketplace') return DEFAULT_LANGUAGE;
    const offered = this.route?.endpoint.languages ?? LANGUAGES;
    return requestLanguage(this.query, this.headers.acceptLanguage, offered);
  }
}
