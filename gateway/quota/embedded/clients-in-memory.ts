import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { BoundedMap } from '../bounded-map.ts';
import { NamedRows } from '../model/named-rows.ts';
import { SmallMap } from '../model/small-map.ts';
import { apply, type Changes, type ClientState, emptyClient, NO_CHANGES } from '../model/state.ts';
import { PassingMap } from '../passing-map.ts';
import type { CounterTables } from './embedded-tables.ts';
import { LineNames } from './line-names.ts';

/** Clients that are let go in one turn of the event loop: about a millisecond's work. */
const CLIENTS_A_TURN = 1_000;

/** Days and months kept per cached client; older ones are read from the tables again. */
const KEPT = 4;

/** Idempotency keys kept per cached client. */
const KEPT_KEYS = 256;

/** Clients whose names are kept for the next line in the journal: the busiest, as far as records tell. */
const MOST_NAMED = 4_096;

/** A client is busy if one of the last records changed it. */
const BUSY_RECORDS = 256;

/** Clients that left the memory and whose sequences are remembered. */
const SEQUENCES_KEPT = 10_000;

/** A client in memory. */
export interface Held {
  readonly state: ClientState;
  /** Whether the cache has the client, and the size for which it counts it. */
  cached: boolean;
  bytes: number;
  /** The last record in the tables when the size was last looked at. */
  weighed: number;
  /** Number of the last record that changed the client; 0 if the tables hold everything. */
  last: number;
  /** The month and the day that were changed last, by record `last` or an earlier one. */
  month: string;
  day: string;
  /** Numbers not below those of the last records that changed other months, other days and idempotency keys. */
  changed: SmallMap<number> | null;
  /** Whether the tables may hold something of the client that is not in memory. */
  stored: boolean;
  /** Those of its last line in the journal; `null` for most clients, because they take a kilobyte. */
  names: LineNames | null;
  /** Number of the record that removed a month's usage rows. Until it is in the tables, their rows do not count. */
  cleared: SmallMap<number> | null;
}

/**
 * The clients that the store has in memory. The rest of a client is read from the tables when a command needs it. A
 * client leaves the memory only after its last record has reached the tables.
 */
export class ClientsInMemory {
  readonly #tables: CounterTables;
  readonly #clients: LRUCache<string, Held>;
  /** Clients that are not in the cache, and whose last record was not in the tables. */
  readonly #uncached = new Map<string, Held>();
  /** Kept when a client leaves the memory, because the file does not hold sequences. */
  readonly #sequences = new BoundedMap<string, SmallMap<number>>(SEQUENCES_KEPT);
  /** Clients with names for their next line, as a ring. */
  readonly #named: Held[] = [];
  #nextNamed = 0;
  /** The records up to this number are in the tables. */
  #inTables: number;
  #sweeping: Promise<void> | null = null;

  /** @param cachedBytes memory for the cache */
  constructor(tables: CounterTables, cachedBytes: number) {
    this.#tables = tables;
    this.#inTables = tables.lastRecord();
    this.#clients = new LRUCache({
      maxSize: cachedBytes,
      sizeCalculation: (held) => {
        held.bytes = bytesOf(held.state);
        return held.bytes;
      },
      dispose: (held, client, reason) => {
        if (reason === 'delete') return;
        held.cached = false;
        if (this.isAhead(held)) this.#uncached.set(client, held);
        this.#sequences.set(client, held.state.sequences);
      },
    });
  }

  /** Whether the tables lack something of the client. */
  isAhead({ last }: Held): boolean {
    return last > this.#inTables;
  }

  /** Record `number` of the journal changed the client. */
  changed(held: Held, client: string, changes: Changes, number: number): void {
    const { month, counter, usage, clearsUsage, keys } = changes;
    if (held.weighed !== this.#inTables) this.#weigh(held, client);
    if (!held.cached) this.#uncached.set(client, held);
    if (held.names === null && held.last > 0 && number - held.last < BUSY_RECORDS) this.#name(held);
    held.last = number;
    if (clearsUsage) {
      held.cleared ??= new SmallMap();
      held.cleared.set(month, number);
    }
    if (counter !== null && month !== held.month) {
      if (held.month !== '') keep(held, held.month, number);
      held.month = month;
    }
    for (const { day } of usage) {
      if (day === held.day) continue;
      if (held.day !== '') keep(held, held.day, number);
      held.day = day;
    }
    for (const key of keys.keys()) keep(held, key, number);
  }

  /** Keeps the names of a client for its next line, instead of those of another client. */
  #name(held: Held): void {
    const other = this.#named[this.#nextNamed];
    if (other !== undefined) other.names = null;
    held.names = new LineNames();
    this.#named[this.#nextNamed] = held;
    this.#nextNamed = (this.#nextNamed + 1) % MOST_NAMED;
  }

  /** The records up to `last` are in the tables. */
  broughtIn(last: number): void {
    this.#inTables = last;
    this.#sweeping ??= this.#sweep().then(() => {
      this.#sweeping = null;
    });
  }

  /** Lets go of the clients whose last record is in the tables. There may be many, so this takes several turns. */
  async #sweep(): Promise<void> {
    let seen = 0;
    for (const [client, held] of this.#uncached) {
      if (!this.isAhead(held)) this.#uncached.delete(client);
      seen += 1;
      if (seen % CLIENTS_A_TURN === 0) await nextTurn();
    }
  }

  /** Puts a client into the cache again if its size has changed: the cache asks for the size of a new entry only. */
  #weigh(held: Held, client: string): void {
    held.weighed = this.#inTables;
    if (!this.isAhead(held)) {
      held.changed = null;
      held.cleared = null;
    }
    if (held.cached && held.bytes !== bytesOf(held.state)) {
      this.#clients.delete(client);
      this.#cache(held, client);
    }
  }

  /** Puts a client into the cache, unless it is too large for it. */
  #cache(held: Held, client: string): void {
    this.#clients.set(client, held);
    held.cached = this.#clients.has(client);
    if (held.cached) this.#uncached.delete(client);
    else this.#sequences.set(client, held.state.sequences);
  }

  /** Reads what a command needs into memory: the client, a month unless it is empty, and days. */
  get(client: string, month: string, ...days: readonly string[]): Held {
    let held = this.#clients.get(client);
    if (held === undefined) {
      held = this.#uncached.get(client) ?? this.#read(client);
      this.#cache(held, client);
    }
    const { months, usage } = held.state;
    // Before anything is read: what this command asks for must stay until it is decided.
    if (months.size > KEPT) this.#trim(held, months);
    if (usage.size > KEPT) this.#trim(held, usage);
    if (held.state.keys.size > KEPT_KEYS) this.#trimKeys(held);
    if (!held.stored) {
      for (const day of days) if (!usage.has(day)) usage.set(day, new NamedRows());
      return held;
    }
    if (month !== '' && !months.has(month)) {
      const counter = this.#tables.month(client, month);
      if (counter !== null) months.set(month, counter);
    }
    for (const day of days) {
      if (usage.has(day)) continue;
      const isCleared = (held.cleared?.get(day.slice(0, 7)) ?? 0) > this.#inTables;
      const rows = isCleared ? [] : this.#tables.usage(client, day);
      usage.set(day, new NamedRows(rows));
    }
    return held;
  }

  /** Reads an idempotency key into memory, if the tables have it. */
  readKey(held: Held, client: string, key: string): void {
    const { state, stored } = held;
    // The tables may still have a key that was removed.
    if (!stored || state.keys.has(key) || changedBy(held, key) > this.#inTables) return;
    const record = this.#tables.idempotencyKey(client, key);
    if (record !== null) apply(state, { ...NO_CHANGES, keys: new Map([[key, record]]) });
  }

  /** Drops the idempotency keys that are in the tables, and what is known of them. */
  #trimKeys(held: Held): void {
    const { state, changed } = held;
    held.stored = true;
    state.keys = new PassingMap([...state.keys].filter(([key]) => changedBy(held, key) > this.#inTables));
    for (const [name, number] of changed ?? []) if (number <= this.#inTables) changed?.delete(name);
  }

  #read(client: string): Held {
    const sequences = this.#sequences.get(client) ?? new SmallMap<number>();
    const limits = this.#tables.limits(client);
    const credits = this.#tables.credits(client);
    // The first load of a client writes its credits, before any call counts.
    const stored = credits !== null;
    const written = stored ? { families: this.#tables.families(client), ...this.#tables.heldOf(client) } : null;
    const state: ClientState = { ...emptyClient(), ...written, limits, credits, sequences, commands: null };
    const place = { cached: false, bytes: 0, weighed: this.#inTables, last: 0 };
    return { state, ...place, month: '', day: '', changed: null, names: null, stored, cleared: null };
  }

  /** Drops the months or days that are in the tables. */
  #trim(held: Held, kept: Held['state']['months' | 'usage']): void {
    for (const name of kept.keys()) {
      if (changedBy(held, name) > this.#inTables) continue;
      held.stored = true;
      kept.delete(name);
      held.changed?.delete(name);
    }
  }
}

/** About the memory of a client's state, in bytes (measured: 2,300 with one family, one month and one usage row). */
function bytesOf({ months, families, usage, holds, keys }: ClientState): number {
  let rows = 0;
  for (const day of usage.values()) rows += day.size;
  return 1_300 + 400 * months.size + 300 * (families.size + rows + keys.size) + 600 * holds.size;
}

/** A month, a day or an idempotency key was changed by record `number` or an earlier one. */
function keep(held: Held, name: string, number: number): void {
  held.changed ??= new SmallMap();
  held.changed.set(name, number);
}

/** A number not below that of the last record that changed a month, a day or an idempotency key; 0 if none did. */
function changedBy({ month, day, last, changed }: Held, name: string): number {
  return name === month || name === day ? last : (changed?.get(name) ?? 0);
}
