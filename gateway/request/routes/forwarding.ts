import type { Readable } from 'node:stream';
import type { Identity } from '../../../plugins/sdk/index.ts';

/** A request to a service. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
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
   * Signed headers that identify the caller to the service.
   *
   * @param target path and query, exactly as sent
   */
  identify(method: string, target: string, identity: Identity): Record<string, string>;
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
