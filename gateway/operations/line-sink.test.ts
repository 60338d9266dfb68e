import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
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
