import { expect, it } from 'vitest';
import { describeWithRedis } from '../../../test/support/servers.ts';
import { Caller, NOON } from '../testing/contract/caller.ts';
import { FORWARDED } from '../testing/contract/holds.ts';
import { emptyStores, storeUnder } from '../testing/store.fixture.ts';
import type { RedisStore } from './store.ts';

const HOLD = FORWARDED.hold;
/** The index groups holds by five seconds. */
const LATEST = HOLD + 5_000;

describeWithRedis('holds in Redis', (redis) => {
  const emptyStore = emptyStores(() => redis.url);
  const clock = { now: NOON };

  /** A store whose process is then dead: only its commands remain. */
  async function abandoned(calls: number): Promise<{ store: RedisStore; caller: Caller }> {
    clock.now = NOON;
    const store = await emptyStore({ clock: () => clock.now });
    const caller = await new Caller(store).begin({ quota: 50 });
    await caller.verdicts(Array.from({ length: calls }, () => FORWARDED));
    return { store, caller };
  }

  it('return by themselves, when their time is over by the clock of Redis', async () => {
    const { store, caller } = await abandoned(50);
    clock.now = NOON + HOLD - 1;
    expect(await store.returnHolds()).toEqual([]);
    expect(await caller.used()).toBe(50);
    clock.now = NOON + LATEST;
    expect(await store.returnHolds()).toHaveLength(50);
    expect(await caller.used()).toBe(0);
    expect(await caller.usage()).toEqual([
      '2026-11-21 key-1 tdee 2xx 50/50',
      '2026-11-21 key-1 tdee 5xx 50/0',
      '2026-11-21 key-1 tdee returned 50/50',
    ]);
    await store.close();
  });

  it('return once, if several processes look at once', async () => {
    const { store, caller } = await abandoned(20);
    clock.now = NOON + LATEST;
    const returned = await Promise.all(Array.from({ length: 4 }, () => store.returnHolds()));
    expect(returned.flat()).toHaveLength(20);
    expect(await caller.used()).toBe(0);
    expect(await store.returnHolds()).toEqual([]);
    await store.close();
  });

  it('never return after their call was charged', async () => {
    const { store, caller } = await abandoned(1);
    expect(await caller.keep()).toBe('kept');
    clock.now = NOON + LATEST;
    expect(await store.returnHolds()).toEqual([]);
    expect(await caller.used()).toBe(1);
    await store.close();
  });

  it('are counted again if their call is charged late, once', async () => {
    const { store, caller } = await abandoned(1);
    clock.now = NOON + LATEST;
    await store.returnHolds();
    expect(await caller.keep()).toBe('counted');
    expect(await caller.keep()).toBe('kept');
    expect(await caller.used()).toBe(1);
    await store.close();
  });

  it('are not given back late as well', async () => {
    const { store, caller } = await abandoned(1);
    const { hold } = caller;
    clock.now = NOON + LATEST;
    await store.returnHolds();
    expect(await caller.giveBack({ hold })).toBe('duplicate');
    expect(await caller.used()).toBe(0);
    await store.close();
  });

  it('that are younger are found by a later look', async () => {
    const { store, caller } = await abandoned(1);
    clock.now += 4_000;
    await caller.verdicts([FORWARDED]);
    clock.now = NOON + LATEST;
    const first = await store.returnHolds();
    clock.now += 5_000;
    const second = await store.returnHolds();
    expect(first.length + second.length).toBe(2);
    expect(await caller.used()).toBe(0);
    await store.close();
  });

  it('are found with a clock of the process that is wrong', async () => {
    const prefix = `holds-${performance.now()}:`;
    // A minute behind: the index has the client too early, and the look finds when its hold is due.
    const store = await storeUnder(prefix, redis.url, { clock: () => clock.now });
    clock.now = NOON + 70_000;
    const caller = await new Caller(store).begin();
    await caller.verdicts([FORWARDED]);
    expect(await store.returnHolds()).toEqual([]);
    clock.now += LATEST;
    expect(await store.returnHolds()).toHaveLength(1);
    await store.close();
  });
});
