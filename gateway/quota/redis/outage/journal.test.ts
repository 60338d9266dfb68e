import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { NOON, RESULT } from '../../contract/caller.ts';
import type { Entry } from './entries.ts';
import { Journal } from './journal.ts';

const ANSWERED: Entry = { kind: 'answered', client: 'client-1', at: NOON, item: RESULT, count: 1 };

function newPath(): string {
  return join(temporaryFolder('journal'), 'process-1.1.journal');
}

function append(journal: Journal, entry: Entry): Promise<Error | null> {
  return new Promise((resolve) => journal.append(entry, resolve));
}

async function entriesOf(path: string): Promise<Entry[]> {
  const journal = new Journal(path);
  const entries: Entry[] = [];
  for await (const entry of journal.read()) entries.push(entry);
  await journal.close();
  return entries;
}

it('has what was appended when it says so', async () => {
  const path = newPath();
  const journal = new Journal(path);
  expect(await append(journal, ANSWERED)).toBeNull();
  expect(readFileSync(path, 'utf8')).toContain('"client-1"');
  expect(await entriesOf(path)).toEqual([ANSWERED]);
  await journal.close();
});

it('writes equal calls of one turn as one entry, and others in their order', async () => {
  const path = newPath();
  const journal = new Journal(path);
  const other: Entry = { ...ANSWERED, item: { ...RESULT, calculator: 'bmi' } };
  await Promise.all([ANSWERED, other, ANSWERED, { ...ANSWERED, at: NOON + 1 }].map((entry) => append(journal, entry)));
  await append(journal, ANSWERED);
  expect(await entriesOf(path)).toEqual([{ ...ANSWERED, count: 3 }, other, ANSWERED]);
  await journal.close();
});

it('passes over a line that its process did not come to the end of', async () => {
  const path = newPath();
  const first = new Journal(path);
  await append(first, ANSWERED);
  await first.close();
  appendFileSync(path, '{"kind":"answered","client":"cli');
  const second = new Journal(path);
  await append(second, { kind: 'sealed' });
  await second.close();
  expect(await entriesOf(path)).toEqual([ANSWERED, { kind: 'sealed' }]);
});

it('says so when it cannot be written', async () => {
  const journal = new Journal(join(temporaryFolder('journal'), 'nowhere', 'process-1.1.journal'));
  expect(await append(journal, ANSWERED)).toMatchObject({ code: 'ENOENT' });
});

it('is gone when it is removed', async () => {
  const path = newPath();
  const journal = new Journal(path);
  void append(journal, ANSWERED);
  await journal.remove();
  expect(existsSync(path)).toBe(false);
});
