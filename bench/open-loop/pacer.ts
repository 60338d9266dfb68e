/** How many calls are made, and when. */
export interface Pace {
  readonly calls: number;
  /** Milliseconds between the scheduled times of two calls; 0 schedules all of them at once. */
  readonly interval: number;
  /** Calls at the beginning that are made and not measured. Default 0. */
  readonly warmUp?: number;
}

/**
 * Schedules the calls of an open-loop load: one every `interval` ms, however late the answers are. A call whose time
 * has come takes the connection that has been free the longest, or waits for the next one that is freed.
 *
 * The latency of a call starts at its scheduled time. A load that measures from the sending leaves out the wait of all
 * calls that a stalled server held back ("coordinated omission").
 */
export class Pacer {
  /** Milliseconds from the scheduled time to the answer, of each measured call, in the order of the answers. */
  readonly latencies: number[] = [];
  readonly #start: number;
  readonly #pace: Pace;
  readonly #send: (connection: number, call: number) => void;
  readonly #free: number[];
  /** The call under way on each connection. */
  readonly #underWay: (number | undefined)[] = [];
  #sent = 0;
  #answers = 0;

  /**
   * @param start the scheduled time of the first call, in milliseconds of the caller's clock
   * @param connections calls under way at a time
   * @param send sends a call on a connection; both count from 0
   */
  constructor(start: number, pace: Pace, connections: number, send: (connection: number, call: number) => void) {
    this.#start = start;
    this.#pace = pace;
    this.#send = send;
    this.#free = Array.from({ length: connections }, (_, connection) => connection);
  }

  /**
   * Sends the calls whose time has come, as far as connections are free.
   *
   * @returns how many it sent
   */
  sendDue(now: number): number {
    const before = this.#sent;
    while (this.#sent < this.#pace.calls && this.#scheduled(this.#sent) <= now) {
      const connection = this.#free.shift();
      if (connection === undefined) break;
      this.#underWay[connection] = this.#sent;
      this.#send(connection, this.#sent++);
    }
    return this.#sent - before;
  }

  /** Records the answer to the call under way on a connection, and frees the connection. */
  answered(connection: number, now: number): void {
    const call = this.#underWay[connection];
    if (call === undefined) throw new Error(`an answer without a call on connection ${connection}`);
    this.#underWay[connection] = undefined;
    this.#answers += 1;
    if (call >= (this.#pace.warmUp ?? 0)) this.latencies.push(now - this.#scheduled(call));
    this.#free.push(connection);
  }

  /** All calls are answered. */
  get done(): boolean {
    return this.#answers === this.#pace.calls;
  }

  #scheduled(call: number): number {
    return this.#start + call * this.#pace.interval;
  }
}
