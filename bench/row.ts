/** One row of the table: one implementation of a server that answers the TDEE call. */
export interface Row {
  readonly name: string;
  /** A short description of the server. */
  readonly about: string;
  start(): Promise<RunningRow>;
}

export interface RunningRow {
  /** Answers the TDEE call: `http://127.0.0.1:<port>` and the path with its query. */
  readonly url: string;
  /** Headers of the calls; several sets take turns. An empty list means calls without headers of their own. */
  readonly headers?: readonly Readonly<Record<string, string>>[];
  /** JSON text for a POST; without it the calls are GETs. */
  readonly body?: string;
  /** Calculations in one request, by default 1. Measured values are divided by it. */
  readonly calculations?: number;
  /** The processes under test, pinned by the row (`pinnedToServerCore`); their children count with them. */
  readonly pids: readonly number[];
  /** The back end (Redis, a service), counted in a separate column. */
  readonly behindPids?: readonly number[];
  /** Waits until the server has done the work that it put off. Its CPU counts as that of the calls before. */
  readonly settled?: () => Promise<void>;
  /** Milliseconds from the start of the server's process until it listened. */
  readonly startMs: number;
  stop(): Promise<unknown>;
}
