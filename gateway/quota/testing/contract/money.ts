import { expect, it } from 'vitest';
import { BAD_INPUT, Caller, EMPTY_CHECKPOINT, LIMITS, NOON, RESULT, type Subject, times } from './caller.ts';

const THREE_UNITS = { ...RESULT, charge: 3, cost: 3 };

export function moneyContract(subject: Subject): void {
  it('200 calls with 100 left: exactly 100 pass, over both processes', async () => {
    const { store, caller } = subject();
    await caller.begin({ quota: 100 });
    const other = await new Caller(store, caller.client, 'process-2').load(EMPTY_CHECKPOINT);
    let admitted = 0;
    for (let round = 0; round < 5; round += 1) {
      for (const asking of [caller, other]) {
        const outcomes = await asking.outcomes(times(20, RESULT));
        admitted += outcomes.filter((outcome) => outcome === 'admitted').length;
      }
    }
    expect(admitted).toBe(100);
    expect(await caller.used()).toBe(100);
  });

  it('answers a batch as if the calls had come one by one', async () => {
    const caller = await subject().caller.begin({ quota: 4 });
    const verdicts = await caller.verdicts([THREE_UNITS, THREE_UNITS, RESULT, RESULT]);
    expect(verdicts.map(({ outcome, used }) => [outcome, used])).toEqual([
      ['admitted', 3],
      ['month', 3],
      ['admitted', 4],
      ['month', 4],
    ]);
  });

  it('returns the month, the epoch and the limits that decided', async () => {
    const caller = await subject().caller.begin({ version: 7 });
    expect(await caller.answer([RESULT])).toMatchObject({
      kind: 'decided',
      month: '2026-11',
      epoch: caller.watermark?.epoch,
      limits: { ...LIMITS, version: 7 },
    });
  });

  it('takes a credit for each unit beyond the quota until none is left', async () => {
    const caller = await subject().caller.begin({ quota: 1, mode: 'credits', granted: 2 });
    const verdicts = await caller.verdicts(times(4, RESULT));
    expect(verdicts.map(({ outcome, split, spendable }) => ({ outcome, split, spendable }))).toEqual([
      { outcome: 'admitted', split: { included: 1, overage: 0, credits: 0 }, spendable: 2 },
      { outcome: 'admitted', split: { included: 0, overage: 1, credits: 1 }, spendable: 1 },
      { outcome: 'admitted', split: { included: 0, overage: 1, credits: 1 }, spendable: 0 },
      { outcome: 'credits', split: { included: 0, overage: 0, credits: 0 }, spendable: 0 },
    ]);
  });

  it('pays a call from quota and credits together, or not at all', async () => {
    const caller = await subject().caller.begin({ quota: 2, mode: 'credits', granted: 2 });
    expect((await caller.verdicts([THREE_UNITS]))[0]).toMatchObject({
      split: { included: 2, overage: 1, credits: 1 },
      spendable: 1,
    });
    expect((await caller.verdicts([THREE_UNITS]))[0]).toMatchObject({ outcome: 'credits', used: 3, spendable: 1 });
  });

  it('spends a credit once, not once a month', async () => {
    const caller = await subject().caller.begin({ quota: 0, mode: 'credits', granted: 2 });
    expect(await caller.outcomes(times(2, RESULT))).toEqual(['admitted', 'admitted']);
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    expect(await caller.outcomes([RESULT])).toEqual(['credits']);
  });

  it('shows negative credits after a chargeback, and admits nothing on them', async () => {
    const { store, caller } = subject();
    await caller.begin({ quota: 0, mode: 'credits', granted: 2 });
    await caller.verdicts(times(2, RESULT));
    await store.writeLimits(caller.client, { ...LIMITS, version: 2, quota: 0, mode: 'credits', granted: 1 });
    expect((await caller.verdicts([RESULT]))[0]).toMatchObject({ outcome: 'credits', spendable: -1 });
  });

  it('takes no missing credit for a journaled call after a chargeback', async () => {
    const { store, caller } = subject();
    await caller.begin({ quota: 0, mode: 'credits', granted: 2 });
    await caller.verdicts(times(2, RESULT));
    await store.writeLimits(caller.client, { ...LIMITS, version: 2, quota: 0, mode: 'credits', granted: 1 });
    expect((await caller.verdicts([RESULT], { forced: true }))[0]).toMatchObject({
      split: { included: 0, overage: 1, credits: 0 },
      spendable: -1,
    });
  });

  it('counts overage without credits in mode soft, up to the ceiling', async () => {
    const caller = await subject().caller.begin({ quota: 1, mode: 'soft', granted: 9, ceiling: 2 });
    const verdicts = await caller.verdicts(times(3, RESULT));
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['admitted', 'admitted', 'month']);
    expect(verdicts[1]).toMatchObject({ split: { included: 0, overage: 1, credits: 0 }, spendable: 9 });
  });

  it('counts the units of an unlimited plan', async () => {
    const caller = await subject().caller.begin({ quota: null });
    expect((await caller.verdicts(times(3, RESULT)))[2]).toMatchObject({
      split: { included: 1, overage: 0, credits: 0 },
      used: 3,
    });
  });

  it('refuses bad input if a result would not be affordable', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    expect(await caller.outcomes([BAD_INPUT, RESULT, BAD_INPUT])).toEqual(['admitted', 'admitted', 'month']);
  });

  it('stops all keys of a family at their shared cap', async () => {
    const caller = await subject().caller.begin();
    const capped = { ...RESULT, cap: 2 };
    const successor = { ...capped, key: 'key-1b' };
    expect(await caller.outcomes([capped, successor, successor, capped])).toEqual([
      'admitted',
      'admitted',
      'cap',
      'cap',
    ]);
    await caller.giveBack({ key: successor.key });
    expect(await caller.outcomes([capped, successor])).toEqual(['admitted', 'cap']);
  });

  it('stops a key at its cap while other keys continue', async () => {
    const caller = await subject().caller.begin();
    const capped = { ...RESULT, cap: 2 };
    const other = { ...RESULT, key: 'key-2', family: 'family-2', cap: 2 };
    expect(await caller.outcomes([capped, capped, capped, other])).toEqual(['admitted', 'admitted', 'cap', 'admitted']);
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    expect(await caller.outcomes([capped])).toEqual(['admitted']);
  });

  it("does not count journaled calls of the previous month for this month's cap", async () => {
    const caller = await subject().caller.begin();
    const capped = { ...RESULT, cap: 3 };
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    const december = caller.watermark;
    await caller.verdicts([capped, capped]);
    caller.at -= 1;
    await caller.load(EMPTY_CHECKPOINT);
    expect(await caller.outcomes([capped], { forced: true })).toEqual(['admitted']);
    caller.at += 1;
    expect(await caller.outcomes([capped, capped], { watermark: december })).toEqual(['admitted', 'cap']);
  });

  it("starts every month at zero, by the UTC month of the sender's clock", async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    caller.at = Date.UTC(2026, 11, 1) - 1;
    expect(await caller.outcomes([RESULT, RESULT])).toEqual(['admitted', 'month']);
    caller.at += 1;
    await caller.load(EMPTY_CHECKPOINT);
    expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
    caller.at = NOON;
    expect(await caller.used()).toBe(1);
  });

  it('applies new limits at once and never re-prices a call', async () => {
    const { store, caller } = subject();
    await caller.begin({ quota: 1, mode: 'soft' });
    await caller.verdicts(times(3, RESULT));
    await store.writeLimits(caller.client, { ...LIMITS, version: 2, quota: 4, mode: 'block' });
    expect(await caller.outcomes([RESULT, RESULT], { limits: 2 })).toEqual(['admitted', 'month']);
    expect((await caller.snapshot()).counter.admitted).toEqual({ included: 2, overage: 2, credits: 0 });
  });

  it('asks for limits if they are missing or older than the process knows', async () => {
    const { store, caller } = subject();
    await caller.load(EMPTY_CHECKPOINT);
    expect(await caller.answer([RESULT])).toEqual({ kind: 'limits' });
    await store.writeLimits(caller.client, LIMITS);
    expect(await caller.answer([RESULT], { limits: 2 })).toEqual({ kind: 'limits' });
    expect(await caller.answer([RESULT], { limits: 1 })).toMatchObject({ kind: 'decided' });
  });

  it('keeps the greater version of the limits', async () => {
    const { store, caller } = subject();
    await caller.begin({ version: 3, quota: 1 });
    await store.writeLimits(caller.client, { ...LIMITS, version: 2, quota: 50 });
    await store.writeLimits(caller.client, { ...LIMITS, version: 3, quota: 50 });
    expect((await caller.snapshot()).limits?.quota).toBe(1);
  });

  it('counts journaled calls beyond every limit, with credits while any are left', async () => {
    const caller = await subject().caller.begin({ quota: 1, mode: 'credits', granted: 1, ceiling: 2 });
    const verdicts = await caller.verdicts(times(3, { ...RESULT, cap: 0 }), { forced: true });
    expect(verdicts.map(({ split }) => split)).toEqual([
      { included: 1, overage: 0, credits: 0 },
      { included: 0, overage: 1, credits: 1 },
      { included: 0, overage: 1, credits: 0 },
    ]);
    expect(await caller.used()).toBe(3);
  });
}
