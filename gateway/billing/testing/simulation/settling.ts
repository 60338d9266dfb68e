import type { Records } from '../../../records/records.ts';
import { monthOf } from '../../../values/calendar.ts';
import { closeMonths } from '../../month-closing.ts';
import { settleMonths } from '../../settlement.ts';
import { readStatement } from '../../statement.ts';
import type { Checkpoints } from './checkpoints.ts';
import { MoneyViolation } from './truth.ts';
import type { MoneyWorld } from './world.ts';

export interface SettlingOptions {
  readonly settle?: typeof settleMonths;
  readonly close?: typeof closeMonths;
}

/** Settles at any time, or closes months, on machines that may die in between. */
export class Settling {
  /** Whether this schedule closes months. */
  readonly closes: boolean;
  readonly #world: MoneyWorld;
  readonly #checkpoints: Checkpoints;
  readonly #options: SettlingOptions;
  /** The statements of closed months when first read. */
  readonly #statements = new Map<string, string>();

  constructor(world: MoneyWorld, checkpoints: Checkpoints, options: SettlingOptions) {
    this.#world = world;
    this.#checkpoints = checkpoints;
    this.#options = options;
    this.closes = options.settle === undefined && (options.close !== undefined || world.random.chance(0.5));
  }

  /** Runs on one machine, or on two at the same time. */
  async settle(): Promise<void> {
    const { random, records } = this.#world;
    const machines = Array.from({ length: 1 + random.below(2) }, () =>
      this.#machine(random.chance(0.2) ? this.#dying() : records),
    );
    await Promise.all(machines);
    await this.#keepStatements();
  }

  /** Runs on two machines that survive. */
  async settleAll(): Promise<void> {
    await Promise.all([this.#machine(this.#world.records), this.#machine(this.#world.records)]);
  }

  async #machine(records: Records): Promise<void> {
    const { settle = settleMonths, close = closeMonths } = this.#options;
    const { now, actor, client } = this.#world;
    this.#world.changed = true;
    const checkpoint = async (clients: readonly string[], month: string) => {
      if (clients.includes(client)) await this.#checkpoints.month(month);
    };
    try {
      if (this.closes) await close({ records, checkpoint, isIdle: async () => true }, now);
      else await settle(records, actor, monthOf(now));
    } catch (error) {
      if (error !== KILLED) throw error;
    }
  }

  /** The records of a machine that is killed before, during or after one of its next writes. */
  #dying(): Records {
    const { random, records } = this.#world;
    let left = 1 + random.below(4);
    const where = random.below(3);
    const write: Records['write'] = (change) => {
      left -= 1;
      if (left > 0) return records.write(change);
      if (where === 0) return Promise.reject(KILLED);
      return where === 1 ? records.write((trx) => change(trx).then(die)) : records.write(change).then(die);
    };
    return { ...records, write };
  }

  async #keepStatements(): Promise<void> {
    const { records, client, truth, now, deleted } = this.#world;
    if (!this.closes || deleted) return;
    for (const month of truth.months.keys()) {
      if (month === monthOf(now) || this.#statements.has(month)) continue;
      const statement = await readStatement(records.db, client, month, WHOLE);
      // The machine may have died before it closed the month.
      if (statement.closed) this.#statements.set(month, JSON.stringify(statement));
    }
  }

  /** The statement of a closed month never changes. */
  async holdStatements(): Promise<void> {
    const { records, client, deleted } = this.#world;
    for (const [month, before] of deleted ? [] : this.#statements) {
      const text = JSON.stringify(await readStatement(records.db, client, month, WHOLE));
      if (text !== before) throw new MoneyViolation(`the statement of ${month} was ${before}, now it is ${text}`);
    }
  }
}

/** More entries than any simulated month has. */
const WHOLE = { limit: 100_000, cursor: null };

const KILLED = new Error('killed');

function die(): never {
  throw KILLED;
}
