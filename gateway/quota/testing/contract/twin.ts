import { dayOf, monthOf } from '../../../values/calendar.ts';
import {
  type Admit,
  type AdmitAnswer,
  type CounterStore,
  type GiveBack,
  holdName,
  type Item,
  type LeasePart,
  type Snapshot,
  type UnitBreakdown,
  type Watermark,
} from '../../contract.ts';
import { CheckpointTable, familyOf } from '../simulation/checkpoint-table.ts';
import { type Action, CLIENTS, type RandomItem, type RandomLease, type Variant, type Who } from './actions.ts';
import { ask, type SetClock } from './caller.ts';
import { wholeSnapshot } from './whole-snapshot.ts';

export const TURN_OF_MONTH = Date.UTC(2026, 11, 1);
const MONTHS = ['2026-11', '2026-12'];
/** The second key replaced the first: they are one family. */
const KEYS = ['key-0', 'key-0b', 'key-1'];
const NAMES = Array.from({ length: CLIENTS }, (_, client) => `client-${client}`);

interface Call {
  readonly client: string;
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly item: Item;
  readonly hold: string | null;
}

/** A lease of a process as it reports it. */
interface TwinLease {
  number: number;
  /** Calls by key. */
  used: number[];
}

/**
 * Plays actions on a store and returns everything observable. Stores name their epochs differently, so each has its own
 * twin, which keeps the store's answers and numbers epochs in order of appearance.
 */
export class Twin {
  readonly #store: CounterStore;
  readonly #checkpoint = new CheckpointTable();
  readonly #watermarks = new Map<string, Watermark>();
  readonly #oldWatermarks = new Map<string, Watermark>();
  readonly #sequences = new Map<string, number>();
  readonly #epochs = new Map<string, string>();
  readonly #calls: Call[] = [];
  readonly #leases = new Map<string, TwinLease>();
  readonly #clock: SetClock;
  readonly #jumps: boolean;

  /** @param jumps whether the clock of the store is set to the instant of each command, forward or back */
  constructor(store: CounterStore, clock: SetClock, jumps = false) {
    this.#store = store;
    this.#clock = clock;
    this.#jumps = jumps;
  }

  async act(action: Action): Promise<unknown> {
    switch (action.do) {
      case 'admit':
        return this.#admit(action);
      case 'wait':
        this.#clock.now += action.ms;
        return null;
      case 'give-back':
        return this.#giveBack(action.who, action.call, action.repeat);
      case 'keep':
        return this.#keep(action.call);
      case 'fence':
        return this.#fence(action.who, action.back);
      case 'limits':
        return this.#store.writeLimits(name(action.client), action.limits);
      case 'checkpoint':
        return this.#save(name(action.client), MONTHS[action.month] ?? '');
      case 'load':
        return this.#load(action);
      case 'tally': {
        const month = MONTHS[action.month] ?? '';
        const row = { key: 'key-0', calculator: 'tdee', status: action.status, calls: 1, units: 0 };
        const rows = [
          { ...row, day: `${month}-01` },
          { ...row, day: `${month}-30` },
        ];
        return this.#store.tally(name(action.client), month, rows);
      }
    }
  }

  /** All counters of all clients. */
  async everything(): Promise<unknown[]> {
    const snapshots: unknown[] = [];
    for (const client of NAMES) {
      for (const month of MONTHS) snapshots.push(this.#shown(await wholeSnapshot(this.#store, client, month)));
    }
    return snapshots;
  }

  async #admit({ who, items, variant, lease }: Extract<Action, { do: 'admit' }>): Promise<unknown> {
    const plain = this.#command(who, items, variant);
    const command = lease === undefined ? plain : { ...plain, lease: this.#leasePart(plain, lease) };
    const answer = await ask(this.#store, command);
    if (answer.kind !== 'decided') return answer;
    this.#remember(command, answer);
    return { ...answer, epoch: this.#epoch(answer.epoch) };
  }

  #command(who: Who, items: readonly RandomItem[], variant: Variant): Admit {
    const at = this.#instantOf(who) + (variant === 'another day' ? 86_400_000 : 0);
    return {
      client: name(who.client),
      process: `process-${who.process}`,
      sequence: this.#sequence(who, variant === 'repeated' ? 0 : 1),
      at,
      limits: variant === 'newer limits' ? 3 : 1,
      watermark: this.#watermark(who, monthOf(at), variant),
      forced: variant === 'forced',
      items: items.map(({ charge, cost, key, cap, probe, hold, once }) => ({
        charge,
        cost,
        key: KEYS[key] ?? '',
        family: familyOf(KEYS[key] ?? ''),
        cap,
        calculator: cost === 3 ? 'bmi' : 'tdee',
        status: charge === 0 ? '4xx' : '2xx',
        ...(probe && { probe }),
        ...(hold && { hold: 1_000 }),
        ...(once && { once: { ...once, key: `once-${once.key}`, print: `print-${once.print}` } }),
      })),
    };
  }

  /** The instant of a command. If the clock does not jump, it shows the month before the turn. */
  #instantOf(who: Who): number {
    const at = TURN_OF_MONTH + who.at;
    if (this.#jumps) this.#clock.now = at;
    return this.#jumps || who.at >= 0 ? at : this.#clock.now;
  }

  #leasePart(command: Admit, { used, final, stale, other, wish }: RandomLease): LeasePart {
    const holder = other ? 'process-0' : command.process;
    const lease = this.#leaseOf(command.client, holder);
    const epoch = command.watermark?.epoch ?? 'none';
    used?.forEach((calls, key) => {
      lease.used[key] = (lease.used[key] ?? 0) + calls;
    });
    const rows = KEYS.flatMap((key, index) => {
      const calls = lease.used[index] ?? 0;
      const name = { day: dayOf(command.at), key, family: familyOf(key), calculator: 'tdee', status: '2xx' } as const;
      return calls === 0 ? [] : [{ ...name, calls, units: calls * 2 }];
    });
    const number = lease.number - (stale ? 1 : 0);
    const families = [...new Set(KEYS.map(familyOf))];
    const report = used === null ? null : { holder, number, epoch, rows, final, families };
    const own = this.#leaseOf(command.client, command.process);
    if (wish === null || holder !== command.process) return { report, wish: null };
    if (wish.opens) {
      own.number += 1;
      own.used = [];
    }
    const tokens = wish.tokens.map((count, family) => [`family-${family}`, count] as const);
    return { report, wish: { number: own.number, units: wish.units, tokens } };
  }

  #leaseOf(client: string, holder: string): TwinLease {
    const id = `${client} ${holder}`;
    const lease = this.#leases.get(id) ?? { number: 1, used: [] };
    this.#leases.set(id, lease);
    return lease;
  }

  #watermark(who: Who, month: string, variant: Variant): Watermark | null {
    const id = `${name(who.client)} ${month}`;
    const watermark = (variant === 'old watermark' ? this.#oldWatermarks : this.#watermarks).get(id) ?? null;
    if (watermark === null || variant === 'no watermark') return null;
    return variant === 'high watermark' ? { ...watermark, admitted: watermark.admitted + 2 } : watermark;
  }

  #remember(command: Admit, answer: Extract<AdmitAnswer, { kind: 'decided' }>): void {
    answer.verdicts.forEach(({ outcome, split }, index) => {
      const item = command.items[index];
      if (item === undefined || item.probe || outcome !== 'admitted') return;
      const { month, epoch } = answer;
      const hold = item.hold === undefined ? null : holdName(command.process, command.sequence, index);
      this.#calls.push({ client: command.client, month, day: dayOf(command.at), epoch, split, item, hold });
    });
  }

  async #giveBack(who: Who, index: number, repeat: boolean): Promise<unknown> {
    const call = this.#calls[index % Math.max(1, this.#calls.length)];
    if (call === undefined) return 'no such call';
    const { client, month, day, epoch, split, item, hold } = call;
    const process = `process-${who.process}`;
    const sequence = this.#sequence({ ...who, client: NAMES.indexOf(client) }, repeat ? 0 : 1);
    const at = TURN_OF_MONTH + who.at;
    const { key, family, calculator, once } = item;
    const command: GiveBack = {
      client,
      process,
      sequence,
      at,
      month,
      day,
      epoch,
      split,
      key,
      family,
      calculator,
      status: '5xx',
      ...(hold !== null && { hold }),
      ...(once && { once }),
    };
    return this.#store.giveBack(command);
  }

  async #keep(index: number): Promise<unknown> {
    const call = this.#calls[index % Math.max(1, this.#calls.length)];
    if (call === undefined || call.hold === null) return 'no such call';
    const { client, month, day, epoch, split, hold, item } = call;
    const { key, family, calculator, once } = item;
    const command = { client, month, day, epoch, split, hold, key, family, calculator, ...(once && { once }) };
    return this.#store.keep(command);
  }

  #fence(who: Who, back: number): Promise<number> {
    const sequence = this.#sequence(who, 0) - back;
    if (back < 0) this.#sequence(who, -back);
    return this.#store.fence(name(who.client), `process-${who.process}`, Math.max(1, sequence));
  }

  async #save(client: string, month: string): Promise<unknown> {
    const snapshot = await wholeSnapshot(this.#store, client, month);
    if (snapshot !== null) this.#checkpoint.save(snapshot);
    return this.#shown(snapshot);
  }

  async #load({ who, beyond, others }: Extract<Action, { do: 'load' }>): Promise<unknown> {
    const client = name(who.client);
    const month = monthOf(TURN_OF_MONTH + who.at);
    const id = `${client} ${month}`;
    if (others > 0) this.#checkpoint.addForeign(client, month, others);
    const { watermark, restored } = await this.#store.load(client, month, this.#checkpoint.read(client, month, beyond));
    const before = this.#watermarks.get(id);
    if (before !== undefined) this.#oldWatermarks.set(id, before);
    this.#watermarks.set(id, watermark);
    const epochs = { epoch: this.#epoch(watermark.epoch), creditsEpoch: this.#epoch(watermark.creditsEpoch) };
    return { ...watermark, ...epochs, restored };
  }

  #sequence(who: Who, step: number): number {
    const id = `${who.client} ${who.process}`;
    const sequence = Math.max(1, (this.#sequences.get(id) ?? 0) + step);
    this.#sequences.set(id, sequence);
    return sequence;
  }

  #shown(snapshot: Snapshot | null): unknown {
    if (snapshot === null) return null;
    // The embedded store keeps no commands.
    const { counter, credits, usage, commands: _, ...others } = snapshot;
    return {
      ...others,
      counter: { ...counter, epoch: this.#epoch(counter.epoch) },
      credits: { ...credits, epoch: this.#epoch(credits.epoch) },
      usage: usage.map((row) => Object.values(row).join(' ')).sort(),
    };
  }

  #epoch(epoch: string): string {
    const known = this.#epochs.get(epoch) ?? `epoch ${this.#epochs.size}`;
    this.#epochs.set(epoch, known);
    return known;
  }
}

function name(client: number): string {
  return NAMES[client] ?? '';
}
