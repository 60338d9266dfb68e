import type { Replay } from '../../admission/replay.ts';
import type { Admit, Item } from '../../contract.ts';

/** An unanswered command, and its calls that were answered anyway. */
export interface Doubt {
  readonly command: Admit;
  readonly answered: Item[];
}

/** The journal on a machine's disk: calls answered without the store, until they are known to be counted. */
export class Journal {
  readonly doubts = new Set<Doubt>();
  readonly replays = new Set<Replay>();

  /** Number of answered calls in the journal. */
  get calls(): number {
    let calls = 0;
    for (const { answered } of this.doubts) calls += answered.length;
    for (const { items } of this.replays) calls += items.length;
    return calls;
  }
}
