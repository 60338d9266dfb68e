import { expect, it } from 'vitest';
import type { Checkpoint, Snapshot } from '../../contract.ts';
import { Caller, EMPTY_CHECKPOINT, LIMITS, RESULT, type Subject, times } from './caller.ts';

const UNKNOWN = { kind: 'unknown' };

export function checkpointContract(subject: Subject): void {
  it('is needed for a client unknown to the store or the process', async () => {
    const { store, caller } = subject();
    await store.writeLimits(caller.client, LIMITS);
    expect(await caller.answer([RESULT])).toEqual(UNKNOWN);
    await caller.load(EMPTY_CHECKPOINT);
    expect(await caller.answer([RESULT], { watermark: null })).toEqual(UNKNOWN);
    expect(await caller.answer([RESULT])).toMatchObject({ kind: 'decided' });
  });

  it('is needed when the counters have another epoch or are below the watermark', async () => {
    const caller = await subject().caller.begin({ quota: 2, mode: 'credits', granted: 9 });
    await caller.verdicts(times(5, RESULT));
    const { watermark } = caller;
    if (watermark === null) throw new Error('no watermark');
    for (const other of [
      { ...watermark, epoch: 'other' },
      { ...watermark, creditsEpoch: 'other' },
      { ...watermark, admitted: 6 },
      { ...watermark, creditsTaken: 4 },
      // A replica that fell behind before other epochs were checkpointed into the base.
      { ...watermark, base: 1 },
      { ...watermark, creditsBase: 1 },
    ]) {
      expect(await caller.answer([RESULT], { watermark: other })).toEqual(UNKNOWN);
    }
    expect(await caller.answer([RESULT], { watermark: { ...watermark, admitted: 5, creditsTaken: 3 } })).toMatchObject({
      kind: 'decided',
    });
  });

  it('is not needed for what an answer tells: the units that its epoch has admitted, and those of the command', async () => {
    const caller = await subject().caller.begin({ quota: 4, mode: 'block' });
    expect(await caller.answer(times(3, RESULT))).toMatchObject({ admitted: 3, taken: 3 });
    expect(await caller.answer(times(3, RESULT))).toMatchObject({ admitted: 4, taken: 1 });
    // The units of another epoch are in the base.
    const { months } = checkpointOf(await caller.snapshot());
    await caller.load({ ...EMPTY_CHECKPOINT, months: months.map((month) => ({ ...month, epoch: 'other' })) });
    expect(await caller.answer([RESULT])).toMatchObject({ admitted: 4, taken: 0 });
  });

  it('is needed again in every month', async () => {
    const caller = await subject().caller.begin();
    caller.at = Date.UTC(2026, 11, 1);
    expect(await caller.answer([RESULT])).toEqual(UNKNOWN);
  });

  it('returns a watermark that the next command meets', async () => {
    const caller = await subject().caller.begin({ mode: 'soft' });
    await caller.verdicts(times(3, RESULT));
    await caller.load(checkpointOf(await caller.snapshot()));
    expect(caller.watermark?.admitted).toBe(3);
    expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
  });

  it('changes nothing when loaded twice', async () => {
    const caller = await subject().caller.begin({ quota: 1, mode: 'credits', granted: 9 });
    await caller.verdicts(times(3, RESULT));
    const before = await caller.snapshot();
    const checkpoint = checkpointOf(before);
    await caller.load(checkpoint);
    await caller.load(checkpoint);
    expect(await caller.snapshot()).toEqual(before);
    expect(caller.restored).toBeNull();
  });

  it('becomes the base of a missing counter', async () => {
    const checkpoint: Checkpoint = {
      months: [epoch('one', 7, 2), epoch('two', 4, 0)],
      credits: [{ epoch: 'three', taken: 6, returned: 1 }],
      families: [{ family: RESULT.family, units: 9 }],
    };
    const caller = await subject().caller.begin({ quota: 10, mode: 'credits', granted: 8 }, checkpoint);
    const { counter, credits } = await caller.snapshot();
    expect(counter).toMatchObject({ base: split(9), admitted: split(0), returned: split(0) });
    expect(caller.restored).toBe(9);
    expect(credits).toMatchObject({ base: 5, taken: 0, returned: 0 });
    expect(['one', 'two']).not.toContain(counter.epoch);
    expect(caller.watermark).toEqual({
      ...{ epoch: counter.epoch, base: 9, admitted: 0 },
      ...{ creditsEpoch: credits.epoch, creditsBase: 5, creditsTaken: 0 },
    });
    const verdicts = await caller.verdicts(times(2, { ...RESULT, cap: 11 }));
    expect(verdicts.map(({ split: paid, used, spendable }) => ({ paid, used, spendable }))).toEqual([
      { paid: { included: 1, overage: 0, credits: 0 }, used: 10, spendable: 3 },
      { paid: { included: 0, overage: 1, credits: 1 }, used: 11, spendable: 2 },
    ]);
    expect(await caller.outcomes([{ ...RESULT, cap: 11 }])).toEqual(['cap']);
  });

  it('adds the other epochs to an intact counter', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts(times(3, RESULT));
    const own = checkpointOf(await caller.snapshot());
    await caller.load({ ...own, months: [...own.months, epoch('lost', 5, 1)] });
    const { counter } = await caller.snapshot();
    expect(counter).toMatchObject({ base: split(4), admitted: split(3) });
    expect(await caller.used()).toBe(7);
  });

  it('replaces a counter below its own checkpoint', async () => {
    const caller = await subject().caller.begin({ quota: 1, mode: 'credits', granted: 9 });
    await caller.verdicts(times(3, RESULT));
    const before = await caller.snapshot();
    const checkpoint = checkpointOf(before);
    const [month] = checkpoint.months;
    const [credits] = checkpoint.credits;
    if (month === undefined || credits === undefined) throw new Error('no checkpoint');
    await caller.load({
      ...checkpoint,
      months: [{ ...month, admitted: { included: 1, overage: 3, credits: 2 } }],
      credits: [{ ...credits, taken: 3 }],
    });
    const after = await caller.snapshot();
    expect(after.counter).toMatchObject({ base: { included: 1, overage: 3, credits: 2 }, admitted: split(0) });
    expect(after.counter.epoch).not.toBe(before.counter.epoch);
    expect(after.credits).toMatchObject({ base: 3, taken: 0 });
    expect(after.credits.epoch).not.toBe(before.credits.epoch);
    // Its usage is in the checkpoint, under the old epoch.
    expect(after.usage).toEqual([]);
  });

  it.each(['admitted', 'returned'] as const)('detects a lost unit of %s', async (what) => {
    const caller = await subject().caller.begin();
    await caller.verdicts(times(3, RESULT));
    await caller.giveBack();
    const before = await caller.snapshot();
    const checkpoint = checkpointOf(before);
    const [month] = checkpoint.months;
    if (month === undefined) throw new Error('no checkpoint');
    await caller.load({ ...checkpoint, months: [{ ...month, [what]: split(month[what].included + 1) }] });
    expect((await caller.snapshot()).counter.epoch).not.toBe(before.counter.epoch);
    // A unit that was returned is not used.
    expect(caller.restored).toBe(what === 'admitted' ? 1 : 0);
  });

  it('never lowers the units of a key', async () => {
    const caller = await subject().caller.begin();
    const capped = { ...RESULT, cap: 3 };
    await caller.verdicts(times(3, capped));
    await caller.load({ ...EMPTY_CHECKPOINT, families: [{ family: RESULT.family, units: 1 }] });
    expect(await caller.outcomes([capped])).toEqual(['cap']);
  });

  it('of a past month leaves a key in its later month', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const capped = { ...RESULT, cap: 2 };
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    await caller.verdicts([capped, capped]);
    await store.load(caller.client, '2026-11', {
      ...EMPTY_CHECKPOINT,
      families: [{ family: RESULT.family, units: 1 }],
    });
    expect(await caller.outcomes([capped])).toEqual(['cap']);
  });

  it('makes a process reload when another has replaced the counters', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await caller.verdicts(times(3, RESULT));
    const other = new Caller(store, caller.client, 'process-2');
    const checkpoint = checkpointOf(await caller.snapshot());
    const [month] = checkpoint.months;
    if (month === undefined) throw new Error('no checkpoint');
    await other.load({ ...checkpoint, months: [{ ...month, admitted: split(4) }] });
    expect(await caller.answer([RESULT])).toEqual(UNKNOWN);
    expect(await other.outcomes([RESULT])).toEqual(['admitted']);
    expect(await other.used()).toBe(5);
  });
}

function split(included: number) {
  return { included, overage: 0, credits: 0 };
}

function epoch(name: string, admitted: number, returned: number): Checkpoint['months'][number] {
  return { epoch: name, admitted: split(admitted), returned: split(returned) };
}

function checkpointOf({ counter, credits }: Snapshot): Checkpoint {
  return {
    months: [{ epoch: counter.epoch, admitted: counter.admitted, returned: counter.returned }],
    credits: [{ epoch: credits.epoch, taken: credits.taken, returned: credits.returned }],
    families: [],
  };
}
