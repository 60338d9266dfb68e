import { expect, it } from 'vitest';
import type { Once } from '../../contract.ts';
import { Caller, PROBE, RESULT, type Subject, times } from './caller.ts';
import { FORWARDED } from './holds.ts';

const ONCE: Once = { key: 'key-a', print: 'print-a', place: 0 };
const CALL = { ...RESULT, once: ONCE };
const SERVICE = { ...FORWARDED, once: ONCE };

export function idempotencyContract(subject: Subject): void {
  it('charge a call once, and count each answer', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    expect(await caller.outcomes([CALL])).toEqual(['admitted']);
    expect(await caller.outcomes([CALL, CALL])).toEqual(['admitted', 'admitted']);
    expect(await caller.used()).toBe(1);
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 3/1']);
  });

  it('charge equal calls of one command once', async () => {
    const caller = await subject().caller.begin();
    expect(await caller.outcomes(times(3, CALL))).toEqual(['admitted', 'admitted', 'admitted']);
    expect(await caller.used()).toBe(1);
  });

  it('are one for all processes', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const other = new Caller(store, caller.client, 'process-2');
    other.watermark = caller.watermark;
    await Promise.all([caller.verdicts([CALL]), other.verdicts([CALL])]);
    expect(await caller.used()).toBe(1);
  });

  it('let a call be answered again beyond the month, but not beyond the burst', async () => {
    const caller = await subject().caller.begin({ quota: 1, burst: { q: 2, w: 60 } });
    expect(await caller.outcomes([CALL, RESULT, CALL, CALL])).toEqual(['admitted', 'month', 'admitted', 'burst']);
  });

  it('refuse another request', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([CALL]);
    expect(await caller.outcomes([{ ...CALL, once: { ...ONCE, print: 'print-b' } }])).toEqual(['reused']);
    expect(await caller.used()).toBe(1);
  });

  it('are used up by a charged call only', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    const bad = { ...CALL, charge: 0, status: '4xx' } as const;
    expect(await caller.outcomes([bad])).toEqual(['admitted']);
    expect(await caller.outcomes([{ ...CALL, once: { ...ONCE, print: 'print-b' } }])).toEqual(['admitted']);
  });

  it('charge each place of a request once', async () => {
    const caller = await subject().caller.begin({ quota: 2 });
    const places = [0, 1, 2].map((place) => ({ ...CALL, once: { ...ONCE, place } }));
    expect(await caller.outcomes(places)).toEqual(['admitted', 'admitted', 'month']);
    const [probed] = await caller.verdicts([{ ...PROBE, once: ONCE }]);
    expect(probed).toMatchObject({ outcome: 'admitted', places: new Set([0, 1]) });
    expect(await caller.outcomes(places)).toEqual(['admitted', 'admitted', 'month']);
    expect(await caller.used()).toBe(2);
  });

  it('refuse a forwarded call while it runs, and after its answer', async () => {
    const caller = await subject().caller.begin();
    expect(await caller.outcomes([SERVICE, SERVICE])).toEqual(['admitted', 'running']);
    const { hold } = caller;
    expect(await caller.outcomes([{ ...PROBE, once: ONCE }])).toEqual(['running']);
    expect(await caller.keep({ hold, once: ONCE })).toBe('kept');
    expect(await caller.outcomes([SERVICE])).toEqual(['answered']);
    expect(await caller.used()).toBe(1);
  });

  it('are free again when a forwarded call is not charged', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([SERVICE]);
    const { hold } = caller;
    expect(await caller.giveBack({ hold, once: ONCE })).toBe('returned');
    expect(await caller.outcomes([SERVICE])).toEqual(['admitted']);
    expect(await caller.used()).toBe(1);
  });

  it('that were answered again keep their charge', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([CALL]);
    await caller.verdicts([CALL]);
    expect(await caller.giveBack({ once: ONCE })).toBe('duplicate');
    expect(await caller.used()).toBe(1);
  });

  it('are free again when an in-process call was not answered', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([CALL]);
    expect(await caller.giveBack({ once: ONCE })).toBe('returned');
    expect(await caller.outcomes([CALL])).toEqual(['admitted']);
    expect(await caller.used()).toBe(1);
  });
}
