import { expect, it } from 'vitest';
import { ask, Caller, EMPTY_CHECKPOINT, LIMITS, NOON, RESULT, type Subject } from './caller.ts';

const DAY = 86_400_000;

export function onceContract(subject: Subject): void {
  it('ignores a repeated command', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const command = caller.command([RESULT]);
    expect(await ask(store, command)).toMatchObject({ kind: 'decided' });
    expect(await ask(store, command)).toEqual({ kind: 'duplicate' });
    expect(await caller.used()).toBe(1);
  });

  it('ignores a command that arrives after a later one', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const late = caller.command([RESULT]);
    await caller.verdicts([RESULT]);
    expect(await ask(store, late)).toEqual({ kind: 'duplicate' });
    expect(await caller.used()).toBe(1);
  });

  it('accepts sequences with gaps', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([RESULT]);
    caller.sequence += 10;
    expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
  });

  it('remembers a command whose calls were all refused', async () => {
    const { store, caller } = subject();
    await caller.begin({ quota: 0 });
    const command = caller.command([RESULT]);
    await ask(store, command);
    expect(await ask(store, command)).toEqual({ kind: 'duplicate' });
  });

  it('does not remember an undecided command', async () => {
    const { store, caller } = subject();
    const command = caller.command([RESULT]);
    expect(await ask(store, command)).toEqual({ kind: 'limits' });
    await store.writeLimits(caller.client, LIMITS);
    expect(await ask(store, command)).toEqual({ kind: 'unknown' });
    await caller.load(EMPTY_CHECKPOINT);
    expect(await ask(store, { ...command, watermark: caller.watermark })).toMatchObject({ kind: 'decided' });
  });

  it.each([DAY, -DAY])('runs no command whose day is %i ms from its own, and says what time it is', async (skew) => {
    const { store, caller } = subject();
    await caller.begin();
    caller.skew = skew;
    const command = caller.command([RESULT]);
    expect(await ask(store, command)).toEqual({ kind: 'day', now: NOON });
    expect(await ask(store, { ...command, at: NOON })).toMatchObject({ kind: 'decided', verdicts: [{ used: 1 }] });
    caller.skew = 0;
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 1/1']);
  });

  it('counts calls from a journal in the month of their answers', async () => {
    const { caller } = subject();
    await caller.begin();
    const at = caller.at;
    caller.at = Date.UTC(2026, 11, 1);
    expect(await caller.outcomes([RESULT], { at, forced: true })).toEqual(['admitted']);
    caller.at = at;
    expect(await caller.used()).toBe(1);
  });

  it('reports a duplicate first, whatever else is wrong with it', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const command = caller.command([RESULT]);
    await ask(store, command);
    expect(await ask(store, { ...command, watermark: null, limits: 9 })).toEqual({ kind: 'duplicate' });
  });

  it('keeps the sequences of processes and clients apart', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await caller.verdicts([RESULT]);
    const other = await new Caller(store, caller.client, 'process-2').load(EMPTY_CHECKPOINT);
    expect(await other.outcomes([RESULT])).toEqual(['admitted']);
    const elsewhere = await new Caller(store, 'client-2').begin();
    expect(await elsewhere.outcomes([RESULT])).toEqual(['admitted']);
  });

  it('returns the last command at a fence, and runs none before the fence afterwards', async () => {
    const { store, caller } = subject();
    await caller.begin();
    expect(await store.fence(caller.client, caller.process, 0)).toBe(0);
    await caller.verdicts([RESULT]);
    const silent = caller.command([RESULT]);
    expect(await store.fence(caller.client, caller.process, silent.sequence)).toBe(1);
    expect(await ask(store, silent)).toEqual({ kind: 'duplicate' });
    expect(await store.fence(caller.client, caller.process, 1)).toBe(2);
    expect(await ask(store, silent)).toEqual({ kind: 'duplicate' });
    expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
    expect(await caller.used()).toBe(2);
  });
}
