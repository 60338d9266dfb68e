import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dayOf } from '../../../values/calendar.ts';
import type { Replay } from '../../admission/replay.ts';
import type { Item } from '../../contract.ts';
import { type MissingRecords, readSegment, segmentPaths } from '../../journal/segments.ts';
import { usageId } from '../../model/named-rows.ts';
import type { Doubt } from './doubt.ts';
import { type EarlierCall, type EarlierEntry, readEarlierEntry } from './earlier-entries.ts';
import type { Owed } from './facts.ts';
import { UncountedCalls } from './uncounted-calls.ts';

/** Most calls in one replay. */
const MOST_ITEMS = 256;

/**
 * Reads the journal that a release before the common journal wrote during an outage: segments in a folder, or a file
 * with one entry a line. That release may have sent some of it, so this one sends the same commands.
 */
export async function readEarlier(
  name: string,
  { folder, file }: { readonly folder: string; readonly file: string },
  missing: (records: MissingRecords) => void,
): Promise<UncountedCalls> {
  const journal = new EarlierJournal(name);
  for await (const line of linesOf(folder, file, missing)) {
    const entry = readEarlierEntry(line);
    if (entry !== null) journal.apply(entry);
  }
  journal.seal();
  return journal.left;
}

async function* linesOf(folder: string, file: string, missing: (records: MissingRecords) => void) {
  if (existsSync(file)) yield* createInterface({ input: createReadStream(file) });
  let last = 0;
  for (const path of existsSync(folder) ? segmentPaths(folder) : []) {
    for (const { number, payload } of readSegment(path, last, missing)) {
      last = number;
      yield* payload.toString().split('\n');
    }
  }
}

class EarlierJournal {
  readonly left = new UncountedCalls();
  readonly #name: string;
  /** Answered calls that are in no replay yet, equal ones together. */
  #answered = new Map<string, { readonly call: EarlierCall; count: number }>();
  /** Forwarded calls, by id. */
  readonly #forwarded = new Map<number, EarlierCall | { readonly doubt: Doubt; readonly index: number }>();
  #replays = 0;
  #returns = 0;

  /** @param name the journal's. Replays and give-backs were sent under it. */
  constructor(name: string) {
    this.#name = name;
  }

  apply(entry: EarlierEntry): void {
    switch (entry.kind) {
      case 'answered':
        this.#answer(entry, entry.count);
        break;
      case 'doubt':
      case 'keep':
        this.left.apply(entry);
        break;
      case 'answered-in-doubt':
        this.#answerInDoubt(entry.client, entry.index, entry.id);
        break;
      case 'forwarded':
        this.#forwarded.set(entry.id, entry);
        break;
      case 'kept':
        this.#end(entry.id, 0, '2xx');
        break;
      case 'released':
        this.#end(entry.id, entry.at, entry.status);
        break;
      case 'resolved':
        this.#resolve(entry);
        break;
      case 'sealed':
        this.seal();
    }
  }

  /** Turns all calls answered so far into replays, as the earlier release did. */
  seal(): void {
    const batches = new Map<string, Pick<Replay, 'client' | 'at' | 'limits'> & { readonly items: Item[] }>();
    for (const { call, count } of this.#answered.values()) {
      const { client, at, limits, item } = call;
      const id = `${client}\n${dayOf(at)}\n${limits}`;
      const batch = batches.get(id) ?? { client, at, limits, items: [] };
      batches.set(id, batch);
      for (let calls = 0; calls < count; calls += 1) batch.items.push(item);
    }
    this.#answered = new Map();
    for (const { items, ...batch } of batches.values()) {
      for (let from = 0; from < items.length; from += MOST_ITEMS) {
        this.#replays += 1;
        const command = { ...batch, process: this.#name, sequence: this.#replays };
        this.left.owed.add({ kind: 'count', command: { ...command, items: items.slice(from, from + MOST_ITEMS) } });
      }
    }
  }

  #answer({ client, at, limits, item }: EarlierCall, count: number): void {
    const { hold: _, ...counted } = item;
    const usage = usageId(item.key, item.calculator, item.status);
    const id = [client, dayOf(at), limits, usage, item.charge].join('\n');
    const equal = this.#answered.get(id) ?? { call: { client, at, limits, item: counted }, count: 0 };
    this.#answered.set(id, { ...equal, count: equal.count + count });
  }

  #answerInDoubt(client: string, index: number, id: number | null): void {
    const doubt = this.left.doubts.get(client);
    if (doubt === undefined) return;
    if (id === null) doubt.answer(index);
    else {
      doubt.open.add(index);
      this.#forwarded.set(id, { doubt, index });
    }
  }

  #resolve({ client, at, ran }: Extract<EarlierEntry, { kind: 'resolved' }>): void {
    const doubt = this.left.doubts.get(client);
    if (doubt === undefined) return;
    this.left.doubts.delete(client);
    for (const owed of doubt.resolve(ran, at)) this.#owe(owed);
  }

  #end(id: number, at: number, status: Extract<EarlierEntry, { kind: 'released' }>['status']): void {
    const call = this.#forwarded.get(id);
    this.#forwarded.delete(id);
    if (call === undefined) return;
    if ('client' in call) {
      if (status === '2xx') this.#answer(call, 1);
    } else if (!call.doubt.resolved && status === '2xx') call.doubt.answer(call.index);
    else {
      const owed = call.doubt.ended(call.index, at, status);
      if (owed !== null) this.#owe(owed);
    }
  }

  /** Gives a command the name that the earlier release gave it. */
  #owe(owed: Owed): void {
    const { kind, command } = owed;
    if (kind === 'count') for (const item of command.items) this.#answer({ ...command, item }, 1);
    else if (kind === 'keep') this.left.owed.add(owed);
    else {
      this.#returns += 1;
      const sender = { process: `${this.#name}/returns`, sequence: this.#returns };
      this.left.owed.add({ kind, command: { ...command, ...sender } });
    }
  }
}
