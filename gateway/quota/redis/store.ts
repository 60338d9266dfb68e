import { randomUUID } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { BoundedMap } from '../bounded-map.ts';
import type {
  Admit,
  AdmitAnswer,
  Checkpoint,
  GiveBack,
  Keep,
  Limits,
  Loaded,
  MonthCounters,
  Recalled,
  RecallingStore,
  Settle,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
} from '../contract.ts';
import { giveBackOf } from '../model/give-back.ts';
import { RELEASE_MS } from '../model/leases.ts';
import { load } from '../model/load.ts';
import { emptyClient } from '../model/state.ts';
import {
  admitCall,
  countersCall,
  dueHoldsCall,
  fenceCall,
  giveBackCall,
  keepCall,
  loadCall,
  recallCall,
  type ScriptCall,
  tallyCall,
  usageCall,
  usagePageCall,
  writeLimitsCall,
} from './commands.ts';
import { HOLDS_INDEX, leasesKey } from './keys.ts';
import { OneWrite } from './one-write.ts';
import {
  CorruptRecord,
  integer,
  readCommands,
  readCounter,
  readCredits,
  readHold,
  readLimits,
  readOpenLease,
  readUsageRows,
} from './records.ts';
import { type Replies, runScript, sendScript } from './scripts.ts';
import { answerOf } from './verdicts.ts';

export interface RedisStoreOptions {
  /** Generates the name of an epoch; default a random UUID. */
  readonly newEpoch?: () => string;
  /** The clock of the store, in milliseconds since 1970; default Redis's own. For tests. */
  readonly clock?: () => number;
}

/**
 * The counter store of many processes: the model as scripts in Redis, one round trip per command. It never resends a
 * command. After an error the outcome is unknown; `recall` reports it later.
 */
export class RedisStore implements RecallingStore {
  readonly #redis: Redis | Cluster;
  readonly #oneWrite: OneWrite;
  readonly #clock: (() => number) | undefined;
  readonly #newEpoch: () => string;
  /** When a hold of the client was last listed as due. */
  readonly #listed = new BoundedMap<string, number>(10_000);

  /** Takes ownership of a connection from `connectRedis`; `close` closes it. */
  constructor(redis: Redis | Cluster, { clock, newEpoch = randomUUID }: RedisStoreOptions = {}) {
    this.#redis = redis;
    this.#oneWrite = new OneWrite(redis);
    this.#clock = clock;
    this.#newEpoch = newEpoch;
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    this.#oneWrite.begin();
    commands.forEach((command, index) => {
      this.#index(command);
      sendScript(this.#redis, 'admit', admitCall(command, this.#clock?.()), (error, reply) => {
        settle(index, error ?? outcome(command, reply));
      });
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    const answer = await this.#run('giveBack', giveBackCall(command));
    if (answer === 'returned' || answer === 'gone' || answer === 'duplicate') return answer;
    throw new CorruptRecord(answer);
  }

  async keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    const answer = await this.#run('keep', keepCall(command));
    if (answer === 'kept' || answer === 'counted' || answer === 'gone') return answer;
    throw new CorruptRecord(answer);
  }

  async returnHolds(): Promise<readonly GiveBack[]> {
    const now = await this.#time();
    const members = await this.#redis.zrangebyscore(HOLDS_INDEX, '-inf', now, 'LIMIT', 0, CLIENTS_AT_ONCE);
    const returned: GiveBack[] = [];
    for (const member of members) {
      const client = member.slice(member.indexOf(' ') + 1);
      const time = this.#clock?.() ?? null;
      const [, next = '', ...due] = await this.#run('dueHolds', dueHoldsCall(client, time));
      for (let at = 0; at < due.length; at += 2) {
        const command = giveBackOf(client, due[at] ?? '', readHold(due[at + 1] ?? ''));
        const answer = await this.#run('giveBack', giveBackCall(command, time ?? '-'));
        if (answer === 'returned') returned.push(command);
      }
      if (next !== '') await this.#redis.zadd(HOLDS_INDEX, ...indexEntry(client, integer(next, next)));
      await this.#redis.zrem(HOLDS_INDEX, member);
    }
    return returned;
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    const [, last = ''] = await this.#fence(fenceCall(client, process, sequence));
    return integer(last, last);
  }

  /** See {@link RecallingStore}. Works within a day of sending the command. */
  async recall(command: Admit): Promise<Recalled> {
    const { sequence } = command;
    const [contained = '', last = '', ...answer] = await this.#fence(recallCall(command));
    if (contained === 'unknown') return 'unknown';
    if (integer(last, last) > sequence) return 'followed';
    // A fence stores no answer.
    if (integer(last, last) === sequence && answer.length > 0) return answerOf(command, answer.join('\n'));
    return integer(contained, contained) >= sequence ? 'contained' : null;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    await this.#run('writeLimits', writeLimitsCall(client, limits));
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const epochs = [this.#newEpoch(), this.#newEpoch()] as const;
    const reply = await this.#run('load', loadCall(client, month, checkpoint, epochs, this.#clock?.()));
    const [counter, credits] = reply.split('\n');
    const state = emptyClient();
    if (counter) state.months.set(month, readCounter(counter));
    if (credits) state.credits = readCredits(credits);
    const unused = epochs.values();
    const { watermark, restored } = load(state, month, checkpoint, () => unused.next().value ?? '');
    return { watermark, restored };
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    const answer = await this.#run('tally', tallyCall(client, month, rows));
    return answer === 'gone' ? 'gone' : 'tallied';
  }

  async counters(client: string, month: string): Promise<MonthCounters | null> {
    const reply = await this.#run('counters', countersCall(client, month));
    if (reply === null) return null;
    const [limits, credits, counter, commands] = reply;
    return {
      client,
      month,
      counter: readCounter(counter),
      credits: readCredits(credits),
      limits: limits === '' ? null : readLimits(limits),
      ...(commands.length > 0 && { commands: readCommands(commands) }),
    };
  }

  async usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    const reply = await this.#run('usage', usageCall(of, names));
    return reply === null ? null : readUsageRows(reply);
  }

  async usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    const reply = await this.#run('usagePage', usagePageCall(of, cursor));
    if (reply === null) return null;
    const [next, fields] = reply;
    return { rows: readUsageRows(fields), next: next === '0' ? null : next };
  }

  /** Units of a month that leases of the client hold at an instant and that are not reported. */
  async held(client: string, month: string, now: number): Promise<number> {
    const leases = await this.#redis.hgetall(leasesKey(client));
    let held = 0;
    for (const [holder, text] of Object.entries(leases)) {
      const { lease } = readOpenLease(`${holder} ${text}`);
      if (lease.month === month && now <= lease.seen + RELEASE_MS) held += lease.units;
    }
    return held;
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  /** Adds the client of a command with holds to the index, before the command: an entry too many is harmless. */
  #index({ client, at, items }: Admit): void {
    let longest = 0;
    for (const { hold } of items) if (hold !== undefined && hold > longest) longest = hold;
    if (longest === 0) return;
    const entry = indexEntry(client, at + longest);
    const [score] = entry;
    if (this.#listed.get(client) === score) return;
    this.#listed.set(client, score);
    this.#redis.zadd(HOLDS_INDEX, ...entry).catch(() => this.#listed.delete(client));
  }

  /** The clock of the store, in milliseconds since 1970. */
  async #time(): Promise<number> {
    if (this.#clock !== undefined) return this.#clock();
    const [seconds, microseconds] = await this.#redis.time();
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  #run<Name extends keyof Replies>(name: Name, call: ScriptCall): Promise<Replies[Name]> {
    this.#oneWrite.begin();
    return runScript(this.#redis, name, call);
  }

  async #fence(call: ScriptCall): Promise<string[]> {
    return (await this.#run('fence', call)).split('\n');
  }
}

/** Milliseconds within which holds of a client share an entry of the index. */
const INDEX_MS = 5_000;

/** Clients whose holds are looked at in one sweep. */
const CLIENTS_AT_ONCE = 1_000;

/** The entry of a client with a hold that is due at `until`. */
function indexEntry(client: string, until: number): [score: number, member: string] {
  const score = Math.ceil(until / INDEX_MS) * INDEX_MS;
  return [score, `${score} ${client}`];
}

function outcome(command: Admit, reply: string | undefined): AdmitAnswer | Error {
  try {
    return answerOf(command, reply ?? '');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
