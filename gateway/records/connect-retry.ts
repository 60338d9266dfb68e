/** The records cannot be opened: the message says where they are and why, and holds no secret. */
export class RecordsUnusable extends Error {
  override readonly name = 'RecordsUnusable';
}

/** How long to wait for a server that does not answer: it may be starting just as we are. */
export interface ConnectRetry {
  readonly ms: number;
  /** Told when the first attempt has failed. */
  readonly waiting: (reason: string) => void;
}

/** Tries once. */
export const NO_RETRY: ConnectRetry = { ms: 0, waiting: () => undefined };
