import { expect, it } from 'vitest';
import { RESULT, type Subject } from './caller.ts';

/** A call that is forwarded to a service. */
export const FORWARDED = { ...RESULT, hold: 60_000 };

export function holdsContract(subject: Subject): void {
  it('count as used until they end', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    expect(await caller.outcomes([FORWARDED])).toEqual(['admitted']);
    expect(await caller.outcomes([RESULT])).toEqual(['month']);
  });

  it('that are kept stay used, however often it is said', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([FORWARDED]);
    expect(await caller.keep()).toBe('kept');
    expect(await caller.keep()).toBe('kept');
    expect(await caller.used()).toBe(1);
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 1/1']);
  });

  it('that were kept never return', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([FORWARDED]);
    const { hold } = caller;
    await caller.keep();
    expect(await caller.giveBack({ hold })).toBe('duplicate');
    expect(await caller.used()).toBe(1);
  });

  it('return once, even if two processes ask', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([FORWARDED]);
    const { hold } = caller;
    expect(await caller.giveBack({ hold })).toBe('returned');
    expect(await caller.giveBack({ hold, process: 'process-2' })).toBe('duplicate');
    expect(await caller.used()).toBe(0);
  });

  it('exist only for admitted items, each by its own name', async () => {
    const caller = await subject().caller.begin({ quota: 2 });
    expect(await caller.outcomes([RESULT, FORWARDED, FORWARDED])).toEqual(['admitted', 'admitted', 'month']);
    const names = [0, 1, 2].map((index) => `process-1/${caller.sequence}/${index}`);
    const returned: string[] = [];
    for (const hold of names) returned.push(await caller.giveBack({ hold }));
    expect(returned).toEqual(['duplicate', 'returned', 'duplicate']);
    expect(await caller.used()).toBe(1);
  });

  it('return credits as they were taken', async () => {
    const caller = await subject().caller.begin({ quota: 1, mode: 'credits', granted: 5 });
    const [, paid] = await caller.verdicts([FORWARDED, FORWARDED]);
    const hold = `process-1/${caller.sequence}/1`;
    expect(await caller.giveBack({ hold, split: paid?.split ?? RESULT_SPLIT })).toBe('returned');
    expect((await caller.snapshot()).credits).toMatchObject({ taken: 1, returned: 1 });
  });

  it('of an epoch that is gone change nothing', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([FORWARDED]);
    expect(await caller.keep({ epoch: 'another' })).toBe('gone');
    expect(await caller.used()).toBe(1);
  });
}

const RESULT_SPLIT = { included: 1, overage: 0, credits: 0 };
