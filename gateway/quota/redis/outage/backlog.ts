import { dayOf } from '../../../values/calendar.ts';
import type { Replay } from '../../admission/replay.ts';
import {
  type Admit,
  type GiveBack,
  holdName,
  type Item,
  type Keep,
  type StatusClass,
  type UnitBreakdown,
} from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import { type Answered, type Entry, groupOf, type NotedCall } from './entries.ts';

/** Most calls in one replay. */
const MOST_ITEMS = 256;

/** Most distinct kinds of answered calls held before they are sent: about 50 MB. */
const MOST_KINDS = 100_000;

/** A command that may have run, and its calls that were answered anyway. */
interface Doubt {
  readonly command: Admit;
  readonly answered: Set<number>;
  /** Ids of calls still being forwarded, by position in the command. */
  readonly forwarded: Map<number, number>;
  /** Position of the next caller to learn that the command has no answer. */
  nextPosition: number;
}

/** A forwarded call. `taken` is set if the counters already include its units. */
interface Forwarded extends NotedCall {
  readonly doubt?: { readonly client: string; readonly index: number };
  readonly taken?: Taken;
}

/** Units that a command took, and the hold that covers them. */
interface Taken {
  readonly month: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly hold: string | null;
}

/**
 * The pending work of a journal. It is built only from the entries, in order, so the writing process and a successor
 * after its death send the same calls under the same sequences (README.md, invariant 12).
 */
export class Backlog {
  readonly doubts = new Map<string, Doubt>();
  /** Answered calls, ready to send, in order. */
  readonly replays = new Set<Replay>();
  /** Give-backs of units that the counters took for calls refused after all, in order. */
  readonly returns = new Set<GiveBack>();
  /** Holds of calls that are charged. */
  readonly keeps = new Set<Keep>();
  readonly #name: string;
  readonly #forwarded = new Map<number, Forwarded>();
  #answered = new Map<string, Answered>();
  #sequence = 0;
  #returned = 0;

  /** @param name the journal's, never reused. Replays and give-backs are sent under it. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Whether no work is pending and none can follow from known calls. */
  get empty(): boolean {
    const { doubts, replays, returns, keeps } = this;
    return doubts.size + replays.size + returns.size + keeps.size + this.#forwarded.size + this.#answered.size === 0;
  }

  /** Whether any answered call is not in a replay yet. */
  get hasAnswered(): boolean {
    return this.#answered.size > 0;
  }

  /** Whether the backlog has no room for another kind of call. */
  full(call: NotedCall): boolean {
    return this.#answered.size >= MOST_KINDS && !this.#answered.has(groupOf(call));
  }

  /** Number of answered calls not known to be counted. */
  get uncounted(): number {
    let calls = 0;
    for (const { items } of this.replays) calls += items.length;
    for (const { count } of this.#answered.values()) calls += count;
    for (const { answered } of this.doubts.values()) calls += answered.size;
    return calls;
  }

  /** Forwarded calls without an outcome, by id. */
  get forwarded(): Iterable<readonly [id: number, call: NotedCall]> {
    return this.#forwarded;
  }

  apply(entry: Entry): void {
    switch (entry.kind) {
      case 'answered':
        this.#answer(entry);
        break;
      case 'doubt':
        this.#doubt(entry.command);
        break;
      case 'answered-in-doubt':
        this.#answerInDoubt(entry.client, entry.index, entry.id);
        break;
      case 'forwarded':
        this.#forwarded.set(entry.id, entry);
        break;
      case 'kept':
        this.#keep(entry.id);
        break;
      case 'keep':
        this.keeps.add(entry.command);
        break;
      case 'released':
        this.#release(entry.id, entry.at, entry.status);
        break;
      case 'resolved':
        this.#resolve(entry);
        break;
      case 'sealed':
        this.#seal();
    }
  }

  /** Removes a replay whose calls were counted. */
  counted(replay: Replay): void {
    this.replays.delete(replay);
  }

  /** Drops a client's command in doubt whose outcome cannot be learned any more. */
  forget(client: string): void {
    const doubt = this.doubts.get(client);
    if (doubt === undefined) return;
    this.doubts.delete(client);
    for (const id of doubt.forwarded.values()) this.#forwarded.delete(id);
  }

  /** Removes a give-back that was carried out. */
  returned(command: GiveBack): void {
    this.returns.delete(command);
  }

  /** Removes a hold that was kept. */
  kept(command: Keep): void {
    this.keeps.delete(command);
  }

  #answer(call: Omit<Answered, 'kind'>): void {
    const id = groupOf(call);
    const equal = this.#answered.get(id);
    // The call is answered: it needs no hold.
    const { hold: _, ...item } = call.item;
    this.#answered.set(id, {
      ...(equal ?? { ...call, item }),
      kind: 'answered',
      count: (equal?.count ?? 0) + call.count,
    });
  }

  #doubt(command: Admit): void {
    if (this.doubts.has(command.client)) return;
    this.doubts.set(command.client, { command, answered: new Set(), forwarded: new Map(), nextPosition: 0 });
  }

  #answerInDoubt(client: string, index: number, id: number | null): void {
    const doubt = this.doubts.get(client);
    const item = doubt?.command.items[index];
    if (doubt === undefined || item === undefined) return;
    if (id === null) {
      doubt.answered.add(index);
      return;
    }
    doubt.forwarded.set(index, id);
    const { at, limits } = doubt.command;
    this.#forwarded.set(id, { client, at, limits, item, doubt: { client, index } });
  }

  #keep(id: number): void {
    const call = this.#forwarded.get(id);
    this.#forwarded.delete(id);
    if (call === undefined) return;
    if (call.taken !== undefined) {
      this.#keepHold(call, call.taken);
      return;
    }
    if (call.doubt === undefined) {
      this.#answer({ ...call, count: 1 });
      return;
    }
    const doubt = this.doubts.get(call.doubt.client);
    doubt?.forwarded.delete(call.doubt.index);
    doubt?.answered.add(call.doubt.index);
  }

  #release(id: number, at: number, status: StatusClass): void {
    const call = this.#forwarded.get(id);
    this.#forwarded.delete(id);
    if (call === undefined) return;
    if (call.taken !== undefined) {
      this.#return(call, call.taken, at, status);
      return;
    }
    if (call.doubt !== undefined) this.doubts.get(call.doubt.client)?.forwarded.delete(call.doubt.index);
  }

  #resolve({ client, at, ran }: Extract<Entry, { kind: 'resolved' }>): void {
    const doubt = this.doubts.get(client);
    if (doubt === undefined) return;
    this.doubts.delete(client);
    for (const [index, item] of doubt.command.items.entries()) {
      const call = { client, at: doubt.command.at, limits: doubt.command.limits, item };
      const split = ran?.splits[index] ?? null;
      const { process, sequence } = doubt.command;
      const hold = item.hold === undefined ? null : holdName(process, sequence, index);
      const taken = ran === null || split === null ? null : { month: ran.month, epoch: ran.epoch, split, hold };
      const id = doubt.forwarded.get(index);
      if (id !== undefined) {
        this.#forwarded.set(id, taken === null ? call : { ...call, taken });
      } else if (!doubt.answered.has(index)) {
        if (taken !== null) this.#return(call, taken, at, '429');
      } else if (taken === null) this.#answer({ ...call, count: 1 });
      else this.#keepHold(call, taken);
    }
  }

  #keepHold({ client, at, item: { key, family, calculator } }: NotedCall, { hold, ...taken }: Taken): void {
    if (hold !== null) this.keeps.add({ client, day: dayOf(at), ...taken, hold, key, family, calculator });
  }

  #return(call: Forwarded, { hold, ...taken }: Taken, at: number, status: StatusClass): void {
    if (units(taken.split) === 0) return;
    const { once } = call.item;
    this.#returned += 1;
    this.returns.add({
      client: call.client,
      // A separate name from the replays: both are numbered from 1, and a counter takes the sequences of a name in
      // order only.
      process: `${this.#name}/returns`,
      sequence: this.#returned,
      at,
      ...taken,
      day: dayOf(call.at),
      key: call.item.key,
      family: call.item.family,
      calculator: call.item.calculator,
      status,
      ...(hold !== null && { hold }),
      ...(once && { once }),
    });
  }

  #seal(): void {
    const batches = new Map<string, { client: string; at: number; limits: number; items: Item[] }>();
    for (const { client, at, limits, item, count } of this.#answered.values()) {
      const id = `${client}\n${dayOf(at)}\n${limits}`;
      const batch = batches.get(id) ?? { client, at, limits, items: [] };
      batches.set(id, batch);
      for (let calls = 0; calls < count; calls += 1) batch.items.push(item);
    }
    this.#answered = new Map();
    for (const { items, ...batch } of batches.values()) {
      for (let from = 0; from < items.length; from += MOST_ITEMS) {
        this.#sequence += 1;
        const replay = { ...batch, process: this.#name, sequence: this.#sequence };
        this.replays.add({ ...replay, items: items.slice(from, from + MOST_ITEMS) });
      }
    }
  }
}
