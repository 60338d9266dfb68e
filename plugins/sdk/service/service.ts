import type { Language } from '../../../calculators/kit/index.ts';

/** A request as a calculator service sees it: plain data, however it was sent. It holds no header of the caller. */
export interface ServiceRequest {
  readonly method: string;
  /** Decoded query, name and value in turn, without `apikey`; `null` if it is malformed. */
  readonly query: readonly string[] | null;
  readonly contentType: string | undefined;
  /** The body of a POST. A body longer than `LARGEST_BODY` may be cut off after one byte more. */
  readonly body: Uint8Array | null;
  /** Language of the answer, decided from `lang` and `Accept-Language` before the request gets here. */
  readonly language: Language;
  /** Whether the gateway vouches for the caller. */
  readonly authenticated: boolean;
  readonly requestId: string;
}

/** The complete answer of a service, so that the gateway knows the outcome before it sends a byte. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Code of the problem, `null` for a result. */
  readonly problem: string | null;
}

/** One address of a service, local or remote: what the gateway knows before it calls it. */
export interface EndpointDescription {
  /** Path below the plugin's mount, `/tdee`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Name of the calculator; calls are counted under it. */
  readonly calculator: string;
  /** Units that a successful call costs. */
  readonly cost: number;
  readonly languages: readonly Language[];
  /** Media types of its answers, without parameters. The gateway does not pass on answers of other types. */
  readonly mediaTypes: readonly string[];
  /** Longest body that it takes, in bytes. */
  readonly largestBody: number;
}

/** An address that this process answers itself. */
export interface Endpoint extends EndpointDescription {
  respond(request: ServiceRequest): ServiceAnswer;
}

/** A POST whose JSON is already read: the gateway's batch holds many of them in one body. */
export interface ReadRequest extends Pick<ServiceRequest, 'language' | 'authenticated' | 'requestId'> {
  readonly query: readonly string[];
  /** The members of the body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An address of a calculator of the kit. */
export interface CalculatorEndpoint extends Endpoint {
  /** Answers as `respond` does after it has read the body. */
  respondToInput(request: ReadRequest): ServiceAnswer;
}

/** Longest body that a calculator takes, in bytes. */
export const LARGEST_BODY = 65_536;

/** Media types of results and of problems. */
export const MEDIA_TYPES: readonly string[] = ['application/json', 'application/problem+json'];
