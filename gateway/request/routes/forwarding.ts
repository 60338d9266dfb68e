import type { Readable } from 'node:stream';
import type { Identity, Language } from '../../../plugins/sdk/index.ts';

/** A request to a service, or to the thread of a plugin. */
export interface ServiceRequest {
  readonly calculator: string;
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly path: string;
  /** The caller, as the service may know it. */
  readonly identity: Identity & { readonly language: Language };
  /** Headers that describe the body and the call, as alternating names and values. */
  readonly headers: string[];
  /** A whole body can be sent again; a stream cannot. */
  readonly body: Uint8Array | Readable | null;
  /** The media types of answers that the endpoint declares. */
  readonly mediaTypes: readonly string[];
}

/** A complete answer of a service or a thread. */
export interface CompleteAnswer {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer | string;
}

/** The outcome of a service call: an answer of the service, or a problem of the gateway. */
export type ServiceEnd =
  | { readonly answer: CompleteAnswer }
  | {
      readonly problem: 'service-failed' | 'service-unavailable' | 'service-timeout' | 'internal-error';
      /**
       * Why a call was not answered although an instance is in use: too many calls of its calculator run, its
       * calculator fails, or the thread of its plugin has stopped.
       */
      readonly detail?: 'detail_busy' | 'detail_failing' | 'detail_stopped';
      /** Whole seconds after which a retry is worthwhile; 1 if a call that was not sent says nothing else. */
      readonly retryAfter?: number;
      /** The last instance that was called; `null` if no instance was called. */
      readonly instance: string | null;
      /** For the log. */
      readonly reason: string;
    };

/** Forwards calls of a route to its service, or to the thread of its plugin. */
export interface Forwarding {
  /** Name of the service, for the log. */
  readonly service: string;
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
