import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createLineSink } from './line-sink.ts';

const file = join(temporaryFolder('line-sink'), 'log');

it('writes the buffered lines when closed', () => {
  const fd = openSync(file, 'w');
  const sink = createLineSink(fd);
  sink.write('one\n');
  sink.write('two\n');
  sink.close();
  closeSync(fd);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
});

it('closes without an error if lines cannot be written', () => {
  writeFileSync(file, '');
  const fd = openSync(file, 'r');
  const sink = createLineSink(fd);
  sink.write('lost\n');
  expect(() => sink.close()).not.toThrow();
  closeSync(fd);
});

it('writes many lines in their order, before it is closed and after', async () => {
  const fd = openSync(file, 'w');
  const sink = createLineSink(fd);
  const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at} of Zoë's 長い log\n`);
  for (const line of lines) sink.write(line);
  await waitUntil(
    'the first lines in the file',
    () => readFileSync(file, 'utf8').startsWith(lines[0] ?? '?') || undefined,
  );
  sink.close();
  closeSync(fd);
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});

it('loses lines beyond its bound while the reader of a pipe hangs, and writes again afterwards', async () => {
  const pipe = join(temporaryFolder('line-sink'), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const sink = createLineSink(fd, 100_000);
  const lines = Array.from({ length: 100_000 }, (_, at) => `line ${at}\n`);
  for (const line of lines) sink.write(line);
  let read = '';
  const readUntil = (what: string, isRead: () => boolean) =>
    waitUntil(what, () => {
      read += available(fd);
      return isRead() || undefined;
    });
  await readUntil('the lines that waited', () => read.length > 100_000);
  sink.write('again\n');
  await readUntil('a later line', () => read.endsWith('again\n'));
  sink.close();
  closeSync(fd);
  const kept = read.slice(0, -'again\n'.length);
  expect(lines.join('').startsWith(kept)).toBe(true);
  expect(kept.length).toBeLessThan(110_000);
});

/** What a pipe holds, without waiting. */
function available(fd: number): string {
  const buffer = Buffer.alloc(65_536);
  try {
    return buffer.toString('utf8', 0, readSync(fd, buffer));
  } catch {
    return '';
  }
}
