import type { Readable } from 'node:stream';
import type { Identity } from '../../../plugins/sdk/index.ts';

/** A call as a service gets it. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, exactly as they are sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A whole body can be sent again, a stream cannot. */
  readonly body: Uint8Array | Readable | null;
  /** The media types that the endpoint declares to answer. */
  readonly mediaTypes: readonly string[];
}

/** A complete answer of a service. */
export interface CompleteAnswer {
  readonly status: number;
  /** Name and value in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** How a call of a service ended: with an answer, or with a problem that the gateway answers. */
export type ServiceEnd =
  | { readonly answer: CompleteAnswer }
  | {
      readonly problem: 'service-failed' | 'service-unavailable' | 'service-timeout';
      /** The instance that was called last; `null` if none was. */
      readonly instance: string | null;
      /** For the log. */
      readonly reason: string;
    };

/** The way from a route to the service that answers it. */
export interface Forwarding {
  /** Name of the service, for the log. */
  readonly service: string;
  /**
   * Headers that tell the service who calls, and prove it.
   *
   * @param target path and query as they are sent
   */
  identify(method: string, target: string, identity: Identity): Record<string, string>;
  /**
   * Calls the service.
   *
   * @param ended called once, unless the call is cancelled before
   * @returns cancels the call: nothing waits for the service any more
   */
  start(request: ServiceRequest, ended: (end: ServiceEnd) => void): () => void;
  /** Counts a caller who has left before the answer. */
  callerLeft(): void;
}
