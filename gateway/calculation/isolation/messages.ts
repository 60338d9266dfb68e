import type { Language } from '../../../plugins/sdk/index.ts';
import type { Imported } from '../../../plugins/sdk/loading/import-plugin.ts';

/** A message to the thread: the calls of one turn of the event loop. */
export interface AskedCalls {
  /** Base address of the installation, without a slash at the end. It is always the same. */
  readonly baseUrl: string;
  readonly calls: readonly AskedCall[];
}

/** A call for the thread. */
export interface AskedCall {
  readonly id: number;
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array | null;
  readonly language: Language;
  readonly authenticated: boolean;
  readonly requestId: string;
}

/** The end of a call in the thread: the whole answer, or why the calculator threw. */
export type AnsweredCall =
  | {
      readonly id: number;
      readonly status: number;
      /** Alternating names and values. */
      readonly headers: readonly string[];
      readonly body: string;
    }
  | { readonly id: number; readonly thrown: string };

/** A message of the thread: the outcome of its rehearsal, an error outside of a call, or the answers of one turn. */
export type ThreadMessage = Imported | { readonly stray: string } | { readonly answers: readonly AnsweredCall[] };
