import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';

const INSERT = "INSERT INTO credits VALUES ('one', 'epoch', 1, 0, 0)";

it('reads together see one state of the file, also after a read that fails', () => {
  const path = join(temporaryFolder('tables'), 'counters.sqlite');
  const [mine, other] = [openCounterFile(path), openCounterFile(path)];
  const tables = new CounterTables(mine);
  const found: unknown[] = [];
  tables.reading(() => {
    found.push(tables.credits('one'));
    other.exec(INSERT);
    found.push(tables.credits('one'));
  });
  expect(found).toEqual([null, null]);
  expect(tables.credits('one')).toEqual({ epoch: 'epoch', base: 1, taken: 0, returned: 0 });
  const broken = () =>
    tables.reading(() => {
      mine.exec('ROLLBACK');
      throw new Error('a read failed');
    });
  expect(broken).toThrow('a read failed');
  expect(mine.isTransaction).toBe(false);
  mine.close();
  other.close();
});
