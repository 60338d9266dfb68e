import { expect, it } from 'vitest';
import { BAD_INPUT, NOON, RESULT, type Subject, times } from './caller.ts';

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

  it('never lets the stored time go back', async () => {
    const caller = await subject().caller.begin(TWELVE);
    await caller.verdicts(times(12, RESULT));
    caller.at = NOON + 5_000;
    await caller.verdicts([RESULT]);
    caller.at = NOON - 3_600_000;
    // By its own clock the bucket would be full again in an hour and 65 s.
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'burst', burstRetry: 5, burstFull: 60 });
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
    // Full in 60 s and never more than 10 s below that: the next token comes 5 s into the last 10 s.
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'burst', burstLeft: 0, burstRetry: 55 });
  });
}

const LIMITS_OF_TWO = { quota: 100, burst: { q: 2, w: 10 }, mode: 'block', granted: 0, ceiling: null } as const;

function times12(outcome: string): string[] {
  return Array.from({ length: 12 }, () => outcome);
}
