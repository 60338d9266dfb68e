import { expect, it } from 'vitest';
import { BAD_INPUT, Caller, NOON, RESULT, type Subject, times } from './caller.ts';

/** 12 a minute: a token grows in 5 s. */
const TWELVE = { burst: { q: 12, w: 60 } };

export function burstContract(subject: Subject): void {
  it('13 calls at a burst of 12 leave the month at 12', async () => {
    const caller = await subject().caller.begin(TWELVE);
    expect(await caller.outcomes(times(13, RESULT))).toEqual([...times12('admitted'), 'burst']);
    expect(await caller.used()).toBe(12);
  });

  it('shows the state of the bucket after each call', async () => {
    const caller = await subject().caller.begin({ burst: { q: 2, w: 60 } });
    const shown = (await caller.verdicts(times(3, RESULT))).map(({ burstLeft, burstFull, burstRetry }) => ({
      burstLeft,
      burstFull,
      burstRetry,
    }));
    expect(shown).toEqual([
      { burstLeft: 1, burstFull: 30, burstRetry: 0 },
      { burstLeft: 0, burstFull: 60, burstRetry: 0 },
      { burstLeft: 0, burstFull: 60, burstRetry: 30 },
    ]);
  });

  it('limits bad input, although it is never charged', async () => {
    const caller = await subject().caller.begin(TWELVE);
    expect(await caller.outcomes(times(13, BAD_INPUT))).toEqual([...times12('admitted'), 'burst']);
    expect(await caller.used()).toBe(0);
  });

  it('grows a token every interval, not earlier', async () => {
    const caller = await subject().caller.begin(TWELVE);
    await caller.verdicts(times(12, RESULT));
    caller.at = NOON + 4_999;
    expect(await caller.outcomes([RESULT])).toEqual(['burst']);
    caller.at = NOON + 5_000;
    expect(await caller.outcomes([RESULT, RESULT])).toEqual(['admitted', 'burst']);
  });

  it('takes no token for a call that the month refuses', async () => {
    const caller = await subject().caller.begin({ ...TWELVE, quota: 0 });
    const [refused] = await caller.verdicts([RESULT]);
    expect(refused).toMatchObject({ outcome: 'month', burstLeft: 12, burstFull: 0 });
  });

  it('takes one token for a call of any cost', async () => {
    const caller = await subject().caller.begin(TWELVE);
    expect((await caller.verdicts([{ ...RESULT, charge: 5, cost: 5 }]))[0]).toMatchObject({ burstLeft: 11, used: 5 });
  });

  it('belongs to the family of the key, not to the client', async () => {
    const caller = await subject().caller.begin({ burst: { q: 1, w: 60 } });
    const other = { ...RESULT, key: 'key-2', family: 'family-2' };
    expect(await caller.outcomes([RESULT, other, RESULT, other])).toEqual(['admitted', 'admitted', 'burst', 'burst']);
  });

  it('is shared by the keys of a family, within a command and across commands', async () => {
    const caller = await subject().caller.begin({ burst: { q: 3, w: 60 } });
    const successor = { ...RESULT, key: 'key-1b' };
    expect(await caller.outcomes([RESULT, successor])).toEqual(['admitted', 'admitted']);
    expect(await caller.outcomes([successor, RESULT, successor])).toEqual(['admitted', 'burst', 'burst']);
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 1/1', '2026-11-21 key-1b tdee 2xx 2/2']);
  });

  it.each([300_000, -300_000])(
    'follows the clock of the store, not that of a process that errs by %i ms',
    async (skew) => {
      const caller = await subject().caller.begin(TWELVE);
      const wrong = new Caller(caller.store, caller.client, 'process-2', caller.clock);
      wrong.watermark = caller.watermark;
      wrong.skew = skew;
      expect((await wrong.verdicts([RESULT]))[0]).toMatchObject({ burstLeft: 11, burstFull: 5 });
      expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ burstLeft: 10, burstFull: 10 });
      expect(await wrong.outcomes(times(11, RESULT))).toEqual([...times12('admitted').slice(2), 'burst']);
      expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'burst', burstRetry: 5, burstFull: 60 });
      caller.at = NOON + 5_000;
      expect(await caller.outcomes([RESULT, RESULT])).toEqual(['admitted', 'burst']);
    },
  );

  it('blocks for a window at most, however far the clock of the store was ahead', async () => {
    const caller = await subject().caller.begin(TWELVE);
    caller.at = NOON + 3_600_000;
    await caller.verdicts([RESULT]);
    caller.at = NOON;
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({
      ...{ outcome: 'burst', burstLeft: 0, burstRetry: 5, burstFull: 60 },
    });
    caller.at = NOON + 5_000;
    expect(await caller.outcomes([RESULT, RESULT])).toEqual(['admitted', 'burst']);
    caller.at = NOON + 65_000;
    expect(await caller.outcomes(times(13, RESULT))).toEqual([...times12('admitted'), 'burst']);
  });

  it('gives no token for a step of the clock of the store back and forth', async () => {
    const caller = await subject().caller.begin(TWELVE);
    await caller.verdicts(times(6, RESULT));
    caller.at = NOON - 20_000;
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'admitted', burstLeft: 1 });
    caller.at = NOON;
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'admitted', burstLeft: 4 });
  });

  it('does not limit without a policy', async () => {
    const caller = await subject().caller.begin({ quota: null });
    const verdicts = await caller.verdicts(times(50, RESULT));
    expect(verdicts.every(({ outcome }) => outcome === 'admitted')).toBe(true);
    expect(verdicts[49]).toMatchObject({ burstLeft: Number.POSITIVE_INFINITY, burstFull: 0 });
  });

  it('neither refuses nor counts answered calls from a journal', async () => {
    const caller = await subject().caller.begin({ burst: { q: 1, w: 60 } });
    expect(await caller.outcomes(times(3, RESULT), { forced: true })).toEqual(['admitted', 'admitted', 'admitted']);
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'admitted', used: 4 });
  });

  it('shows zero tokens, never fewer, after the policy became smaller', async () => {
    const { store, caller } = subject();
    await caller.begin(TWELVE);
    await caller.verdicts(times(12, RESULT));
    await store.writeLimits(caller.client, { ...LIMITS_OF_TWO, version: 2 });
    // A bucket of 2 in 10 s is at worst empty: its next token comes in 5 s.
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'burst', burstLeft: 0, burstRetry: 5 });
  });
}

const LIMITS_OF_TWO = { quota: 100, burst: { q: 2, w: 10 }, mode: 'block', granted: 0, ceiling: null } as const;

function times12(outcome: string): string[] {
  return Array.from({ length: 12 }, () => outcome);
}
