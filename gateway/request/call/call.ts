import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { requestLanguage, type ServiceAnswer } from '../../../plugins/sdk/index.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { MarketplaceHeaders } from '../../marketplace/header-names.ts';
import type { PresentedConsumer } from '../../marketplace/marketplaces.ts';
import type { StepTimer } from '../../operations/call-meter.ts';
import type { Decision } from '../../quota/admission/admission.ts';
import type { Route } from '../routes/route-table.ts';

/** What the gateway takes from the headers of a request. What is not named here is not read and travels nowhere. */
export interface CallHeaders {
  apiKey: string | undefined;
  /** More than one `X-API-Key`: refused, whatever they hold. */
  apiKeyRepeated: boolean;
  /** A credential at `/mcp` alone; several are none that is well formed. */
  authorization: string | undefined;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  contentType: string | undefined;
  contentLength: string | undefined;
  forwardedProto: string | undefined;
  forwardedFor: string | undefined;
  traceparent: string | undefined;
  upgrade: string | undefined;
  /** Where the page comes from that makes a browser call (Fetch standard); other programs send none. */
  origin: string | undefined;
  /** As the request names it. */
  host: string | undefined;
  /** More than one `Host`: refused, whatever they hold (RFC 9112, section 3.2). */
  hostRepeated: boolean;
  /** Headers of marketplaces; `null` where there is none. */
  marketplace: MarketplaceHeaders | null;
}

/** One request on its way through the pipeline. Each step fills in what it found out. */
export class Call {
  readonly id: string;
  readonly startedAt: number;
  readonly method: string;
  /**
   * Path as it came, neither decoded nor normalised: routes are found by exact match only. On the host of a marketplace
   * that of the classic API stands before it.
   */
  readonly path: string;
  /** A page of another origin that may call the API, and read the answer. */
  pageOrigin: string | null = null;
  /** Decoded query, name and value in turn, without `apikey`; `null` where it is malformed. */
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
  /** Whom a marketplace presents. */
  consumer: PresentedConsumer | null = null;
  principal: Principal | null = null;
  route: Route | null = null;
  /** What the in-process service answered; sent if the call is admitted. */
  answer: ServiceAnswer | null = null;
  /** What the counters said last, admission or probe; `RateLimit-Policy` and `RateLimit` show it. */
  decision: Decision | null = null;
  /** When it began, on the clock of the meter. */
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
   * Language of the answer: `lang` in the query, else `Accept-Language`, of those that the route offers (all before
   * there is a route), else English.
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
