import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { requestLanguage, type ServiceAnswer } from '../../../plugins/sdk/index.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { MarketplaceHeaders } from '../../marketplace/header-names.ts';
import type { PresentedConsumer } from '../../marketplace/marketplaces.ts';
import type { StepTimer } from '../../operations/call-meter.ts';
import type { Decision } from '../../quota/admission/admission.ts';
import type { Route } from '../routes/route-table.ts';

/** The headers that the gateway reads. It reads no other header, so no other header can travel on. */
export interface CallHeaders {
  apiKey: string | undefined;
  /** There is more than one `X-API-Key`. The call is refused, whatever the headers hold. */
  apiKeyRepeated: boolean;
  /** A credential at `/mcp` only. Several headers are joined, which makes a malformed credential. */
  authorization: string | undefined;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  contentType: string | undefined;
  contentLength: string | undefined;
  forwardedProto: string | undefined;
  forwardedFor: string | undefined;
  traceparent: string | undefined;
  upgrade: string | undefined;
  /** Origin of the page that makes a browser call (Fetch standard); other programs send none. */
  origin: string | undefined;
  /** The host as the request names it. */
  host: string | undefined;
  /** There is more than one `Host`. The request is refused, whatever the headers hold (RFC 9112, section 3.2). */
  hostRepeated: boolean;
  /** Headers of marketplaces; `null` for a request without any. */
  marketplace: MarketplaceHeaders | null;
}

/** One request on its way through the pipeline. Each step fills in what it has found out. */
export class Call {
  readonly id: string;
  readonly startedAt: number;
  readonly method: string;
  /**
   * The path as it came, neither decoded nor normalised: routes are found by exact match only. On the host of a
   * marketplace the mount of the classic API is put before it.
   */
  readonly path: string;
  /** Origin of a foreign page that may call the API and read the answer. */
  pageOrigin: string | null = null;
  /** The decoded query, name and value in turn, without `apikey`; `null` for a malformed query. */
  query: readonly string[] | null;
  readonly headers: CallHeaders;
  /** Address of the caller, behind trusted proxies. */
  address = '';
  /** Whether the call came over HTTPS, here or at a trusted proxy. */
  secure = false;
  /** SHA-256 of the API key, in hexadecimal. */
  keyHash = '';
  /** Values of `apikey` in the query, in order. */
  queryKeys: readonly string[] = [];
  /** The consumer that a marketplace presents. */
  consumer: PresentedConsumer | null = null;
  principal: Principal | null = null;
  route: Route | null = null;
  /** The answer that was computed in this process; it is sent if the call is admitted. */
  answer: ServiceAnswer | null = null;
  /** What the counters said last, admission or probe; `RateLimit-Policy` and `RateLimit` show it. */
  decision: Decision | null = null;
  /** When the call began, on the clock of the meter. */
  began = 0;
  /** Measures the context of a few calls; `null` at all others. */
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
   * Language of the answer: `lang` in the query, else `Accept-Language`, else English. It is one of the languages that the
   * route offers; before the route is known, one of all.
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
