import { expect, it } from 'vitest';
import { AnchoredClock } from '../store-clock.ts';
import { RedisTime } from './redis-time.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

/** The clock after one reading that was answered so. */
async function after(answer: readonly (string | number)[]): Promise<{ now: number; refused: boolean }> {
  const clock = new AnchoredClock({ wall: () => NOON, monotonic: () => 0 });
  const time = new RedisTime({ time: async () => [...answer] as number[] }, clock, () => 0);
  time.stop();
  const refused = await time.read().then(
    () => false,
    () => true,
  );
  return { now: clock.now(), refused };
}

it('keeps the clock at the time of Redis', async () => {
  expect(await after([String(NOON / 1_000 + 60), '500000'])).toEqual({ now: NOON + 60_500, refused: false });
});

it.each([[['OK']], [['1', 'x']], [['99999999999999', '0']]])(
  'keeps the clock as it was after the answer %j',
  async (answer) => {
    expect(await after(answer)).toEqual({ now: NOON, refused: true });
  },
);
