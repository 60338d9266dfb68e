import { describe, expect, it, vi } from 'vitest';
import type { UsageName, UsageRow } from '../quota/contract.ts';
import { startCheckpointLoop } from './checkpoint-loop.ts';

const MONTH = '2026-11';
const HOUR = 3_600_000;

const none = { included: 0, overage: 0, credits: 0 };
const counters = (client: string, month: string) => ({
  client,
  month,
  counter: { epoch: 'e', base: none, admitted: none, returned: none },
  credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
  limits: null,
});
const named = (key: string): UsageName => ({ day: `${MONTH}-21`, key, calculator: 'tdee', status: '2xx' });
const counted = (name: UsageName): UsageRow => ({ ...name, calls: 1, units: 1 });

async function* pages<T>(...all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

interface Setting {
  readonly everyMs?: number;
  readonly left?: readonly { readonly client: string; readonly month: string }[][];
  readonly wholeEveryMs?: number | null;
}

/** A loop over a store that has the rows `rows` for every client except the unknown client `gone`. */
function loop({ left = [], wholeEveryMs = null, everyMs = HOUR }: Setting = {}) {
  /** The saved items in order: `month client` for counters, `client key` for usage rows. */
  const saved: string[] = [];
  const errors: unknown[] = [];
  const state = { away: false, replaced: false, now: 0, rows: ['old'], asked: 0, together: 0 };
  const touched: { client: string; month: string; names: readonly UsageName[] }[] = [];
  const checkpointing = startCheckpointLoop({
    left: pages(...left),
    wholeEveryMs,
    store: {
      counters: async (client, month) => (client === 'gone' ? null : counters(client, month)),
      async usage(_of, names) {
        state.asked = Math.max(state.asked, names.length);
        return state.replaced ? null : names.map(counted);
      },
      // One row per page.
      async usagePage(_of, cursor) {
        const at = Number(cursor ?? 0);
        const rows = state.rows.slice(at, at + 1).map((key) => counted(named(key)));
        return { rows, next: at + 1 < state.rows.length ? `${at + 1}` : null };
      },
    },
    takeTouched: () => touched.splice(0),
    flush: async () => undefined,
    async saveUsage(of) {
      if (state.away) throw new Error('away');
      for (const {
        of: { client },
        rows,
      } of of)
        for (const { key } of rows) saved.push(`${client} ${key}`);
    },
    async save(snapshots) {
      if (state.away) throw new Error('away');
      state.together = Math.max(state.together, snapshots.length);
      for (const { client, month, usage } of snapshots) {
        for (const { key } of usage) saved.push(`${client} ${key}`);
        saved.push(`${month} ${client}`);
      }
    },
    onError: (error) => errors.push(error),
    everyMs,
    now: () => state.now,
  });
  const touch = (client: string, ...keys: string[]) => {
    touched.push({ client, month: MONTH, names: keys.map(named) });
  };
  const checkpoint = async () => {
    saved.length = 0;
    const whole = await checkpointing.checkpointNow();
    return whole ? [...saved] : 'failed';
  };
  return { checkpointing, saved, errors, state, touch, checkpoint };
}

describe('the checkpoint loop', () => {
  it('checkpoints the touched rows, and everything that an earlier process left', async () => {
    const { checkpoint, touch } = loop({
      left: [[{ client: 'a', month: '2026-10' }], [{ client: 'gone', month: MONTH }]],
    });
    touch('b', 'key-1');
    touch('gone', 'key-1');
    expect(await checkpoint()).toEqual(['b key-1', `${MONTH} b`, 'a old', '2026-10 a']);
    expect(await checkpoint()).toEqual([]);
  });

  it('leaves time to calls between its parts', async () => {
    const { touch, saved } = loop({ everyMs: 200 });
    for (let index = 0; index < 200; index += 1) touch(`cl_${index}`, 'key');
    // 20 parts, and pauses of 5 ms: half of the time between two checkpoints.
    const first = performance.now();
    await vi.waitFor(() => expect(saved).toHaveLength(400), 2_000);
    expect(performance.now() - first).toBeGreaterThan(200 + 15 * 5);
  });

  it.each([
    [
      'a killed process left',
      { left: [Array.from({ length: 1_000 }, (_, index) => ({ client: `c${index}`, month: MONTH }))] },
    ],
    ['are read whole', { wholeEveryMs: HOUR }],
  ])('pauses for half of the time between two at most, also for months that %s', async (_, setting) => {
    const { touch, saved } = loop({ everyMs: 200, ...setting });
    if (!('left' in setting)) for (let index = 0; index < 1_000; index += 1) touch(`c${index}`, 'key');
    const first = performance.now();
    await vi.waitFor(() => expect(saved.filter((item) => item.startsWith(MONTH))).toHaveLength(1_000), 6_000);
    // A pause after each of the months would take a second and more.
    expect(performance.now() - first).toBeLessThan(200 + 100 + 500);
  });

  it('does not pause while somebody waits for it', async () => {
    const { checkpoint, touch } = loop();
    for (let index = 0; index < 5_000; index += 1) touch(`cl_${index}`, 'key');
    const start = performance.now();
    expect(await checkpoint()).toHaveLength(10_000);
    // The pauses of 500 parts would take 5 s.
    expect(performance.now() - start).toBeLessThan(2_500);
  });

  it('saves neighbours together, because they share the pages of a database', async () => {
    const { checkpoint, touch } = loop();
    // 7 and 1,000 have no common divisor: every client comes once, far from its neighbours.
    const ids = Array.from({ length: 1_000 }, (_, index) => String((index * 7) % 1_000).padStart(3, '0'));
    for (const id of ids) touch(`cl_${id}`, 'key');
    const saved = await checkpoint();
    const clients = Array.from(saved).filter((item) => item.startsWith(MONTH));
    const places = clients.map((item) => Number(item.slice(-3)));
    const far = places.filter((place, index) => index > 0 && place !== (places[index - 1] ?? 0) + 1);
    expect(clients).toHaveLength(1_000);
    // One step from the end of a range of 100 to the start of another is all that is allowed.
    expect(far.length).toBeLessThan(10);
  });

  it('checkpoints all usage after a failed checkpoint, because the names of the touched rows are lost', async () => {
    const { checkpoint, errors, state, touch } = loop();
    touch('a', 'key-1');
    state.away = true;
    expect(await checkpoint()).toBe('failed');
    expect(errors).toHaveLength(1);
    state.away = false;
    touch('b', 'key-2');
    expect(await checkpoint()).toEqual(['a old', `${MONTH} a`, 'b key-2', `${MONTH} b`]);
    touch('a', 'key-1');
    expect(await checkpoint()).toEqual(['a key-1', `${MONTH} a`]);
  });

  it('checkpoints all usage after the counters were replaced between two reads', async () => {
    const { checkpoint, state, touch } = loop();
    touch('a', 'key-1');
    state.replaced = true;
    expect(await checkpoint()).toBe('failed');
    expect(await checkpoint()).toEqual(['a old', `${MONTH} a`]);
  });

  it('with other processes checkpoints all usage the first time and then every hour', async () => {
    const { checkpoint, state, touch } = loop({ wholeEveryMs: HOUR });
    state.rows = ['of-a-dead-process', 'key-1'];
    touch('a', 'key-1');
    // Usage is saved before the counters, so that every unit of the month has its key.
    expect(await checkpoint()).toEqual(['a of-a-dead-process', 'a key-1', `${MONTH} a`]);
    state.now = HOUR - 1;
    touch('a', 'key-1');
    expect(await checkpoint()).toEqual(['a key-1', `${MONTH} a`]);
    state.now = HOUR;
    touch('a', 'key-1');
    expect(await checkpoint()).toEqual(['a of-a-dead-process', 'a key-1', `${MONTH} a`]);
  });

  it('handles more clients, and more rows per client, than one read returns', async () => {
    const { checkpointing, saved, state, touch } = loop();
    for (let at = 0; at < 600; at += 1) touch(`c${at}`);
    const keys = Array.from({ length: 1_200 }, (_, at) => `key-${at}`);
    touch('many', ...keys);
    await checkpointing.stop();
    expect(saved.filter((line) => line.startsWith(MONTH))).toHaveLength(601);
    expect(saved.filter((line) => line.startsWith('many'))).toEqual(keys.map((key) => `many ${key}`));
    expect(state.asked).toBe(500);
    expect(state.together).toBe(250);
  });

  it('lets other work run while it takes over and reads many clients', async () => {
    const { checkpointing, touch } = loop();
    for (let at = 0; at < 3_000; at += 1) touch(`c${at}`);
    let turns = 0;
    let over = false;
    const turn = () => {
      turns += 1;
      if (!over) setImmediate(turn);
    };
    setImmediate(turn);
    await checkpointing.checkpointNow();
    over = true;
    // 1,000 clients a turn are taken over, and 50 are read.
    expect(turns).toBeGreaterThanOrEqual(3 + 60);
  });
});
