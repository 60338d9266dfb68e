import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Exports, MOST_EXPORTS } from './exports.ts';

const LIMITS = { atOnce: 2, waiting: 2, waitMs: 20_000, mostMs: 600_000, graceMs: 10_000, leastRate: 1_000 };

let exports: Exports;
/** Clients whose readings have ended, in order. */
let ended: string[];
beforeEach(() => {
  vi.useFakeTimers();
  exports = new Exports(undefined, LIMITS);
  ended = [];
});
afterEach(() => vi.useRealTimers());

/** An export of a hundred parts of a thousand characters. */
async function* hundred(client: string): AsyncGenerator<string> {
  try {
    for (let part = 0; part < 100; part++) yield 'x'.repeat(1_000);
  } finally {
    ended.push(client);
  }
}

const open = (client: string) => exports.open(client, () => hundred(client));
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'open',
    (error: { code: string }) => error.code,
  );

/** Opens an export and takes its first part, as an answer does. */
async function begun(client: string): Promise<AsyncGenerator<string>> {
  const parts = await open(client);
  await parts.next();
  return parts;
}

describe('exports', () => {
  it('run one at a time for each client, and free the slot when they are read or returned', async () => {
    const first = await begun('a');
    expect(await refusal(open('a'))).toBe('too-many-exports');
    await first.return(undefined);
    const again = await begun('a');
    expect(await Array.fromAsync(again)).toHaveLength(99);
    expect(ended).toEqual(['a', 'a']);
    expect(await refusal(open('a'))).toBe('open');
  });

  it('free the slot when the reading fails', async () => {
    const broken = async function* (): AsyncGenerator<string> {
      yield 'x';
      throw new Error('records are away');
    };
    const parts = await exports.open('a', broken);
    await expect(Array.fromAsync(parts)).rejects.toThrow('records are away');
    expect(await refusal(open('a'))).toBe('open');
  });

  it('wait for a slot in the order of arrival, each client once', async () => {
    const first = await begun('a');
    await begun('b');
    const opened: string[] = [];
    const c = open('c').then(() => opened.push('c'));
    const d = open('d').then(() => opened.push('d'));
    expect(await refusal(open('c'))).toBe('too-many-exports');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened).toEqual([]);
    await first.return(undefined);
    await c;
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toEqual(['c']);
    void d;
  });

  it('wait in bounded number and time, then get 503 without using up the hourly limit', async () => {
    const quick = await Promise.all([begun('a'), begun('b')]);
    const waiting = [refusal(open('c')), refusal(open('d'))];
    await vi.advanceTimersByTimeAsync(0);
    expect(await refusal(open('e'))).toBe('temporarily-unavailable');
    // The readers of a and b are fast enough to keep their slots.
    for (let second = 0; second < 21; second++) {
      for (const parts of quick) for (let part = 0; part < 3; part++) await parts.next();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await Promise.all(waiting)).toEqual(['temporarily-unavailable', 'temporarily-unavailable']);
    expect(ended).toEqual([]);
    await Promise.all(quick.map((parts) => parts.return(undefined)));
    expect(await refusal(open('c'))).toBe('open');
  });

  it('with a slow reader continue while no other client waits', async () => {
    const slow = await begun('a');
    for (let part = 1; part < 100; part++) {
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await slow.next()).done).toBe(false);
    }
    expect((await slow.next()).done).toBe(true);
  });

  it('with a slow reader give way to a waiting client, and do not look complete', async () => {
    const slow = await begun('a');
    const slower = await begun('b');
    await vi.advanceTimersByTimeAsync(5_000);
    for (let part = 0; part < 3; part++) await slow.next();
    const third = open('c');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await (await third).next();
    expect(ended).toEqual(['b']);
    await expect(slower.next()).rejects.toThrow();
    expect((await slow.next()).done).toBe(false);
  });

  it('end after their time limit, and do not look complete', async () => {
    const parts = await begun('a');
    await vi.advanceTimersByTimeAsync(LIMITS.mostMs + 1);
    await expect(parts.next()).rejects.toThrow();
    expect(ended).toEqual(['a']);
    expect(await refusal(open('a'))).toBe('open');
  });

  it(`begin at most ${MOST_EXPORTS} times an hour for each client, without affecting other clients`, async () => {
    for (let time = 0; time < MOST_EXPORTS; time++) await (await begun('a')).return(undefined);
    const error = await open('a').catch((refused: unknown) => refused);
    expect(error).toMatchObject({
      code: 'too-many-exports',
      refusal: { values: { most: MOST_EXPORTS }, headers: ['Retry-After', '3600'] },
    });
    expect(await refusal(open('b'))).toBe('open');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await refusal(open('a'))).toBe('open');
  });
});
