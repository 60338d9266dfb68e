import type { Readable } from 'node:stream';
import type { Identity } from '../../../plugins/sdk/index.ts';

/** A request to a service. */
export interface ServiceRequest {
  readonly calculator: string;
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly path: string;
  /** Alternating names and values. The length of a whole body is added to them. */
  readonly headers: string[];
  /** A whole body can be sent again; a stream cannot. */
  readonly body: Uint8Array | Readable | null;
  /** The media types of answers that the endpoint declares. */
  readonly mediaTypes: readonly string[];
}

/** A complete answer of a service. */
export interface CompleteAnswer {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** The outcome of a service call: an answer of the service, or a problem of the gateway. */
export type ServiceEnd =
  | { readonly answer: CompleteAnswer }
  | {
      readonly problem: 'service-failed' | 'service-unavailable' | 'service-timeout';
      /**
       * Why a call was not sent although an instance is in use: too many calls of its calculator run, or its
       * calculator fails.
       */
      readonly detail?: 'detail_busy' | 'detail_failing';
      /** Whole seconds after which a retry is worthwhile; 1 if a call that was not sent says nothing else. */
      readonly retryAfter?: number;
      /** The last instance that was called; `null` if no instance was called. */
      readonly instance: string | null;
      /** For the log. */
      readonly reason: string;
    };

/** Forwards calls of a route to its service. */
export interface Forwarding {
  /** Name of the service, for the log. */
  readonly service: string;
  /**
   * Signed headers that identify the caller to the service, as alternating names and values.
   *
   * @param target path and query, exactly as sent
   */
  identify(method: string, target: string, identity: Identity): string[];
  /**
   * Calls the service.
   *
   * @param ended called once, unless the call is cancelled first
   * @returns a function that cancels the call
   */
  start(request: ServiceRequest, ended: (end: ServiceEnd) => void): () => void;
  /** Counts a caller who left before the answer. */
  callerLeft(): void;
}
