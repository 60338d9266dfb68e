import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { TablesWritten, TableWork } from './table-writer-thread.ts';
import { WaitingSegments } from './waiting-segments.ts';

const folder = temporaryFolder('waiting-segments');
let made = 0;

interface Asked {
  readonly segments: readonly string[];
  readonly hurries: boolean;
  readonly answer: (written: TablesWritten) => void;
}

/** Segments that wait, and what the thread was asked to bring in. */
function waiting() {
  const asked: Asked[] = [];
  const broughtIn: number[] = [];
  const errors: string[] = [];
  const run = (work: TableWork): Promise<TablesWritten> =>
    new Promise((answer) => {
      if (work.kind === 'bring-in') asked.push({ ...work, answer });
    });
  const segments = new WaitingSegments({
    tables: { run },
    broughtIn: (last) => broughtIn.push(last),
    log: { warn: () => {}, error: (_, message) => errors.push(message) },
  });
  let last = 0;
  const add = (count: number): string[] =>
    Array.from({ length: count }, () => {
      made += 1;
      last += 10;
      const path = join(folder, `${made}.journal`);
      writeFileSync(path, '');
      segments.add({ path, last });
      return path;
    });
  return { segments, asked, broughtIn, errors, add };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('complete segments', () => {
  it('are brought in once sixteen wait, together, and removed only when they are in the tables', async () => {
    const { segments, asked, broughtIn, add } = waiting();
    const paths = add(15);
    expect(asked).toEqual([]);
    paths.push(...add(1));
    expect(asked).toMatchObject([{ segments: paths, hurries: false }]);
    const [later] = add(1);
    expect(paths.every((path) => existsSync(path))).toBe(true);
    asked[0]?.answer({ last: 160 });
    await segments.bringIn(160);
    expect(broughtIn).toEqual([160]);
    expect(paths.some((path) => existsSync(path))).toBe(false);
    // The seventeenth waits for others.
    expect([segments.count, asked.length, existsSync(later ?? '')]).toEqual([1, 1, true]);
  });

  it('are brought in after 30 seconds, however few wait', () => {
    const { asked, add } = waiting();
    const paths = add(1);
    vi.advanceTimersByTime(29_000);
    paths.push(...add(1));
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(asked).toMatchObject([{ segments: paths }]);
  });

  it('are brought in after 30 seconds, also those that came while earlier ones were brought in', async () => {
    const { segments, asked, add } = waiting();
    add(16);
    const [path] = add(1);
    vi.advanceTimersByTime(20_000);
    asked[0]?.answer({ last: 160 });
    await waitUntil('the end of the first part', () => (segments.count === 1 ? true : undefined));
    vi.advanceTimersByTime(9_999);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(asked[1]).toMatchObject({ segments: [path] });
  });

  it('are brought in at once if somebody waits for them', async () => {
    const { segments, asked, add } = waiting();
    const [path] = add(1);
    const brought = segments.bringIn(10);
    expect(asked).toMatchObject([{ segments: [path] }]);
    asked[0]?.answer({ last: 10 });
    await brought;
    expect(segments.count).toBe(0);
  });

  it('are waited for even while earlier ones are brought in', async () => {
    const { segments, asked, add } = waiting();
    add(16);
    const [path] = add(1);
    let done = false;
    const brought = segments.bringIn(170).then(() => {
      done = true;
    });
    asked[0]?.answer({ last: 160 });
    await waitUntil('the second part', () => (asked.length === 2 ? true : undefined));
    expect(asked[1]).toMatchObject({ segments: [path] });
    expect(done).toBe(false);
    asked[1]?.answer({ last: 170 });
    await brought;
    expect(segments.count).toBe(0);
  });

  it('are brought in without rests once more than 24 wait', async () => {
    const { segments, asked, add } = waiting();
    add(16);
    add(25);
    asked[0]?.answer({ last: 160 });
    void segments.bringIn(410);
    await waitUntil('the second part', () => asked[1]);
    expect(asked.map(({ hurries }) => hurries)).toEqual([false, true]);
  });

  it('stay where they are once the tables have refused some, or after the end', async () => {
    const { segments, asked, broughtIn, errors, add } = waiting();
    const paths = add(8);
    const brought = segments.bringIn(80);
    asked[0]?.answer({ refused: 'taken over' });
    await expect(brought).rejects.toThrow('taken over');
    add(8);
    expect(asked).toHaveLength(1);
    expect(broughtIn).toEqual([]);
    expect(errors).toEqual(['counted calls stay in the journal until the next start']);
    expect(paths.every((path) => existsSync(path))).toBe(true);

    const ended = waiting();
    ended.add(1);
    const timers = vi.getTimerCount();
    await ended.segments.stop();
    // The journal completes its last segment after this end. A timer would keep the closed store in memory.
    ended.add(16);
    expect(vi.getTimerCount()).toBe(timers - 1);
    expect(ended.asked).toEqual([]);
  });
});
