import { dayOf } from '../../../values/calendar.ts';
import type { Replay } from '../../admission/replay.ts';
import type { Admit, GiveBack, Item, StatusClass, UnitBreakdown } from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import { type Answered, type Entry, groupOf, type NotedCall } from './entries.ts';

/** The most calls of one replay. */
const MOST_ITEMS = 256;

/** Kinds of answered calls that are told apart before they are sent: about 50 MB. */
const MOST_KINDS = 100_000;

/** A command that may have run, and which of its calls were answered all the same. */
interface Doubt {
  readonly command: Admit;
  readonly answered: Set<number>;
  /** Calls that are still forwarded, by their place in the command. */
  readonly forwarded: Map<number, number>;
  /** How many of its callers were told that it has no answer. */
  told: number;
}

/** A forwarded call; `taken` where the counters have its units already. */
interface Forwarded extends NotedCall {
  readonly doubt?: { readonly client: string; readonly index: number };
  readonly taken?: { readonly month: string; readonly epoch: string; readonly split: UnitBreakdown };
}

export interface BacklogOptions {
  /** The journal's name, never used before: replays and returns are sent in it. */
  readonly name: string;
  /** Hears of calls that are no longer to be counted: they are, or never will be charged. */
  readonly settled: (client: string, item: Item, calls: number) => void;
}

/**
 * What a journal leaves to be done. It is made from the entries alone, in their order: whoever reads the same journal,
 * the process that writes it or the next one after its death, sends the same calls under the same sequences.
 */
export class Backlog {
  readonly doubts = new Map<string, Doubt>();
  /** Answered calls, ready to be sent, in order. */
  readonly replays = new Set<Replay>();
  /** Units that the counters took for calls that were refused after all, in order. */
  readonly returns = new Set<GiveBack>();
  readonly #options: BacklogOptions;
  readonly #forwarded = new Map<number, Forwarded>();
  #answered = new Map<string, Answered>();
  #sequence = 0;
  #returned = 0;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  /** Whether nothing is left, and nothing can come of what is known. */
  get empty(): boolean {
    const { doubts, replays, returns } = this;
    return doubts.size + replays.size + returns.size + this.#forwarded.size + this.#answered.size === 0;
  }

  /** Whether there are answered calls that no replay holds yet. */
  get hasAnswered(): boolean {
    return this.#answered.size > 0;
  }

  /** Whether a call of another kind than those that are held would be one too many. */
  full(call: NotedCall): boolean {
    return this.#answered.size >= MOST_KINDS && !this.#answered.has(groupOf(call));
  }

  /** Answered calls that are not known to be counted. */
  get uncounted(): number {
    let calls = 0;
    for (const { items } of this.replays) calls += items.length;
    for (const { count } of this.#answered.values()) calls += count;
    for (const { answered } of this.doubts.values()) calls += answered.size;
    return calls;
  }

  get forwarded(): Iterable<number> {
    return this.#forwarded.keys();
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

  /** The calls of a replay are counted. */
  counted(replay: Replay): void {
    this.replays.delete(replay);
    for (const item of replay.items) this.#options.settled(replay.client, item, 1);
  }

  /** Nothing can be found out about a client's command in doubt any more. */
  forget(client: string): void {
    const doubt = this.doubts.get(client);
    if (doubt === undefined) return;
    this.doubts.delete(client);
    for (const index of doubt.answered) this.#settle(client, doubt.command.items[index]);
    for (const [index, id] of doubt.forwarded) {
      this.#forwarded.delete(id);
      this.#settle(client, doubt.command.items[index]);
    }
  }

  /** The units are given back. */
  returned(command: GiveBack): void {
    this.returns.delete(command);
  }

  #settle(client: string, item: Item | undefined): void {
    if (item !== undefined) this.#options.settled(client, item, 1);
  }

  #answer(call: Omit<Answered, 'kind'>): void {
    const id = groupOf(call);
    const equal = this.#answered.get(id);
    this.#answered.set(id, { ...(equal ?? call), kind: 'answered', count: (equal?.count ?? 0) + call.count });
  }

  #doubt(command: Admit): void {
    if (this.doubts.has(command.client)) return;
    this.doubts.set(command.client, { command, answered: new Set(), forwarded: new Map(), told: 0 });
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
    if (call === undefined || call.taken !== undefined) return;
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
    this.#options.settled(call.client, call.item, 1);
  }

  #resolve({ client, at, ran }: Extract<Entry, { kind: 'resolved' }>): void {
    const doubt = this.doubts.get(client);
    if (doubt === undefined) return;
    this.doubts.delete(client);
    for (const [index, item] of doubt.command.items.entries()) {
      const call = { client, at: doubt.command.at, limits: doubt.command.limits, item };
      const split = ran?.splits[index] ?? null;
      const taken = ran === null || split === null ? null : { month: ran.month, epoch: ran.epoch, split };
      const id = doubt.forwarded.get(index);
      if (id !== undefined) {
        this.#forwarded.set(id, taken === null ? call : { ...call, taken });
        if (taken !== null) this.#options.settled(client, item, 1);
      } else if (!doubt.answered.has(index)) {
        if (taken !== null) this.#return(call, taken, at, '429');
      } else if (taken === null) this.#answer({ ...call, count: 1 });
      else this.#options.settled(client, item, 1);
    }
  }

  #return(call: Forwarded, taken: NonNullable<Forwarded['taken']>, at: number, status: StatusClass): void {
    if (units(taken.split) === 0) return;
    this.#returned += 1;
    this.returns.add({
      client: call.client,
      // Apart from the replays: both are numbered from 1, and a counter takes the numbers of a name in order only.
      process: `${this.#options.name}/returns`,
      sequence: this.#returned,
      at,
      ...taken,
      day: dayOf(call.at),
      key: call.item.key,
      family: call.item.family,
      calculator: call.item.calculator,
      status,
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
        const replay = { ...batch, process: this.#options.name, sequence: this.#sequence };
        this.replays.add({ ...replay, items: items.slice(from, from + MOST_ITEMS) });
      }
    }
  }
}
