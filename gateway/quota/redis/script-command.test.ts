import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Command } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { ScriptCommand } from './script-command.ts';

setFlagsFromString('--expose-gc');
const collect: (options: { readonly type: 'minor' | 'major' }) => void = runInNewContext('gc');

function oldSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
}

/** Few enough to cause no full collection, which would remove what is looked for. */
const COMMANDS = 1_000;

/** Bytes by which the old generation grows for each answered command with a kilobyte of arguments. */
function keptBy(answered: (text: string) => unknown): number {
  collect({ type: 'major' });
  const before = oldSpace();
  for (let i = 0; i < COMMANDS; i += 1) {
    answered(Buffer.alloc(1_000, `argument ${i}`).toString());
    // An object that survives two of these is in the old generation.
    if (i % 50 === 49) for (let times = 0; times < 3; times += 1) collect({ type: 'minor' });
  }
  return (oldSpace() - before) / COMMANDS;
}

it('an answered command leaves next to nothing in the old generation', () => {
  const ours = (text: string) => new ScriptCommand('evalsha', ['digest', '0', text], undefined, () => {}).resolve(text);
  keptBy(ours);
  expect(keptBy(ours)).toBeLessThan(250);
});

it('a command of ioredis leaves itself there, with its arguments: the reason for our own', () => {
  expect(keptBy((text) => new Command('evalsha', ['digest', '0', text]).resolve(text))).toBeGreaterThan(1_000);
});

it('gives texts, also nested ones', () => {
  const answered = vi.fn();
  new ScriptCommand('evalsha', ['digest', '0'], undefined, answered).resolve([
    Buffer.from('é'),
    [Buffer.from('b'), 3, null],
  ]);
  expect(answered.mock.calls).toEqual([[null, ['é', ['b', 3, null]]]]);
});

it('is answered once, by the first of answer, error and timeout', async () => {
  vi.useFakeTimers();
  try {
    const answered = vi.fn();
    const command = new ScriptCommand('evalsha', ['digest', '0'], undefined, answered);
    command.setTimeout(500);
    await vi.advanceTimersByTimeAsync(499);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    command.resolve(Buffer.from('late'));
    command.reject(new Error('later'));
    expect(answered.mock.calls).toEqual([[new Error('Command timed out'), null]]);
  } finally {
    vi.useRealTimers();
  }
});
