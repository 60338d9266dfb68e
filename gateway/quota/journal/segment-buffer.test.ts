import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { SegmentBuffer } from './segment-buffer.ts';

it('reads every file whole and nothing of the one before', () => {
  const folder = temporaryFolder('segment-buffer');
  const buffer = new SegmentBuffer();
  for (const text of ['middle', 'the longest', '', 'short']) {
    const path = join(folder, 'file');
    writeFileSync(path, text);
    expect(buffer.read(path).toString()).toBe(text);
  }
});
