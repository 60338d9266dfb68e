import { expect, it } from 'vitest';
import { EMPTY_CHECKPOINT, RESULT, type Subject } from './caller.ts';

export function giveBackContract(subject: Subject): void {
  it('makes a unit usable again', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    await caller.verdicts([RESULT]);
    expect(await caller.outcomes([RESULT])).toEqual(['month']);
    expect(await caller.giveBack()).toBe('returned');
    expect(await caller.used()).toBe(0);
    expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
  });

  it('never returns a burst token', async () => {
    const caller = await subject().caller.begin({ burst: { q: 1, w: 60 } });
    await caller.verdicts([RESULT]);
    await caller.giveBack();
    expect(await caller.outcomes([RESULT])).toEqual(['burst']);
  });

  it('returns a credit', async () => {
    const caller = await subject().caller.begin({ quota: 0, mode: 'credits', granted: 1 });
    const [paid] = await caller.verdicts([RESULT]);
    await caller.giveBack({ split: paid?.split ?? { included: 0, overage: 0, credits: 0 } });
    const { counter, credits } = await caller.snapshot();
    expect(counter.returned).toEqual({ included: 0, overage: 1, credits: 1 });
    expect(credits).toMatchObject({ taken: 1, returned: 1 });
    expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
  });

  it('goes to the month and day of the admission', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    await caller.verdicts([RESULT]);
    const november = { month: '2026-11', day: '2026-11-21', epoch: caller.watermark?.epoch ?? '' };
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    await caller.verdicts([RESULT]);
    expect(await caller.giveBack(november)).toBe('returned');
    expect(await caller.used()).toBe(1);
    caller.at = Date.UTC(2026, 10, 30);
    expect(await caller.used()).toBe(0);
  });

  it('takes the reservation back from the usage and counts the final status', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([{ ...RESULT, charge: 2, cost: 2 }]);
    await caller.giveBack({ split: { included: 2, overage: 0, credits: 0 }, status: '5xx' });
    expect(await caller.usage()).toEqual([
      '2026-11-21 key-1 tdee 2xx 1/2',
      '2026-11-21 key-1 tdee 5xx 1/0',
      '2026-11-21 key-1 tdee returned 1/2',
    ]);
  });

  it("makes room below the key's cap", async () => {
    const caller = await subject().caller.begin();
    const capped = { ...RESULT, cap: 1 };
    await caller.verdicts([capped]);
    await caller.giveBack();
    expect(await caller.outcomes([capped])).toEqual(['admitted']);
  });

  it('never returns more than was taken', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([RESULT]);
    await caller.giveBack({ split: { included: 5, overage: 2, credits: 2 } });
    const { counter, credits } = await caller.snapshot();
    expect(counter.returned).toEqual({ included: 1, overage: 0, credits: 0 });
    expect(credits).toMatchObject({ taken: 0, returned: 0 });
  });

  it('never returns the same unit twice', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([RESULT]);
    await caller.giveBack();
    await caller.giveBack();
    expect((await caller.snapshot()).counter.returned.included).toBe(1);
    expect(await caller.used()).toBe(0);
  });

  it('never returns credits that new counters do not show as spent', async () => {
    const caller = await subject().caller.begin({ quota: 0, mode: 'credits', granted: 5 });
    const [paid] = await caller.verdicts([RESULT]);
    const { credits } = await caller.snapshot();
    await caller.load({ ...EMPTY_CHECKPOINT, credits: [{ epoch: credits.epoch, taken: 2, returned: 2 }] });
    await caller.giveBack({ split: paid?.split ?? { included: 0, overage: 0, credits: 0 } });
    expect((await caller.snapshot()).credits).toMatchObject({ base: 0, taken: 0, returned: 0 });
  });

  it("leaves the key's later month unchanged", async () => {
    const caller = await subject().caller.begin();
    const capped = { ...RESULT, cap: 1 };
    await caller.verdicts([capped]);
    const november = { month: '2026-11', day: '2026-11-21', epoch: caller.watermark?.epoch ?? '' };
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    await caller.verdicts([capped]);
    await caller.giveBack(november);
    expect(await caller.outcomes([capped])).toEqual(['cap']);
  });

  it('leaves units of other epochs unchanged', async () => {
    const other = { epoch: 'other', admitted: units(5), returned: units(0) };
    const caller = await subject().caller.begin({}, { ...EMPTY_CHECKPOINT, months: [other] });
    await caller.giveBack();
    expect(await caller.used()).toBe(5);
  });

  it('changes nothing if the epoch or month is gone, and creates no record', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await caller.verdicts([RESULT]);
    expect(await caller.giveBack({ epoch: 'another' })).toBe('gone');
    expect(await caller.giveBack({ month: '2026-10', day: '2026-10-31' })).toBe('gone');
    expect(await caller.used()).toBe(1);
    expect(await store.counters(caller.client, '2026-10')).toBeNull();
  });

  it('happens once', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([RESULT, RESULT]);
    expect(await caller.giveBack()).toBe('returned');
    caller.sequence -= 1;
    expect(await caller.giveBack()).toBe('duplicate');
    expect(await caller.used()).toBe(1);
  });
}

function units(included: number) {
  return { included, overage: 0, credits: 0 };
}
