/** One row of the table: a server that answers the TDEE call, in one way of building it. */
export interface Row {
  readonly name: string;
  /** What is measured, in a few words. */
  readonly about: string;
  start(): Promise<RunningRow>;
}

export interface RunningRow {
  /** Answers the TDEE call: `http://127.0.0.1:<port>` and the path with its query. */
  readonly url: string;
  /** Headers of the calls; several sets take turns. None is a call without headers of its own. */
  readonly headers?: readonly Readonly<Record<string, string>>[];
  /** With it the URL is posted to, with this JSON text. */
  readonly body?: string;
  /** Calculations in one request, 1 unless said: what is measured is divided by it. */
  readonly calculations?: number;
  /** The processes under test, pinned by the row (`pinnedToServerCore`); their children count with them. */
  readonly pids: readonly number[];
  /** What stands behind them (Redis, a service), counted in a column of its own. */
  readonly behindPids?: readonly number[];
  stop(): Promise<unknown>;
}
