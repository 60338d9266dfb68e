/** The records cannot be opened. The message says where they are and why, and contains no secret. */
export class RecordsUnusable extends Error {
  override readonly name = 'RecordsUnusable';
}

/** How long to wait for a server that does not answer: it may be starting at the same time. */
export interface ConnectRetry {
  readonly ms: number;
  /** Called when the first attempt has failed. */
  readonly waiting: (reason: string) => void;
}

/** Tries once. */
export const NO_RETRY: ConnectRetry = { ms: 0, waiting: () => undefined };
