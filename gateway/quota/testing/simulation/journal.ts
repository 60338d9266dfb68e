import type { Replay } from '../../admission/replay.ts';
import type { Admit, Item } from '../../contract.ts';

/** A command without an answer, and those of its calls that were answered all the same. */
export interface Doubt {
  readonly command: Admit;
  readonly answered: Item[];
}

/** What a machine has on its disk: calls that were answered without the store, until they are known to be counted. */
export class Journal {
  readonly doubts = new Set<Doubt>();
  readonly replays = new Set<Replay>();

  /** Answered calls in it. */
  get calls(): number {
    let calls = 0;
    for (const { answered } of this.doubts) calls += answered.length;
    for (const { items } of this.replays) calls += items.length;
    return calls;
  }
}
