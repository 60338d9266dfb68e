import type { Shot } from './shot.ts';

/** Times in tenths of a millisecond, counted per value, so that millions of them need little memory. */
class Times {
  readonly #tenths = new Uint32Array(20_000);
  #count = 0;

  add(ms: number): void {
    const at = Math.min(this.#tenths.length - 1, Math.floor(ms * 10));
    this.#tenths[at] = (this.#tenths[at] ?? 0) + 1;
    this.#count += 1;
  }

  /** The percentile in milliseconds for this share. */
  quantile(share: number): number {
    let left = this.#count * share;
    const at = this.#tenths.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return (at + 1) / 10;
  }
}

/** The outcomes of the calls at one entry point. */
export class DoorTally {
  readonly name: string;
  calls = 0;
  /** Answers by class of the status, with 429 separate; raw requests may have none. */
  readonly byClass = new Map<string, number>();
  readonly times = new Times();
  slowest: { readonly ms: number; readonly call: number; readonly what: string } = { ms: 0, call: -1, what: '' };

  constructor(name: string) {
    this.name = name;
  }

  add(call: number, shot: Shot, status: number, ms: number): void {
    this.calls += 1;
    const kind = status === 429 ? '429' : `${Math.floor(status / 100)}xx`;
    this.byClass.set(kind, (this.byClass.get(kind) ?? 0) + 1);
    if (status === 0) return;
    this.times.add(ms);
    if (ms > this.slowest.ms) this.slowest = { ms, call, what: `${shot.method} ${shot.target.slice(0, 120)}` };
  }
}

/** A call whose answer breaks an invariant. */
export interface Violation {
  readonly call: number;
  readonly door: string;
  readonly what: string;
  readonly request: string;
  readonly answer: string;
}
