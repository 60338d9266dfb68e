import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { NOON, RESULT } from '../../testing/contract/caller.ts';
import { Journals } from './journals.ts';

const CALL = { client: 'client-1', at: NOON, limits: 1, item: RESULT, index: null };
const events = { missing: () => {}, syncFailed: () => {}, counted: () => {} };
const named = (dataDir: string, process: string) => new Journals(dataDir, process, 'process', events);
const broken = (file: string, error: unknown) => {
  throw new Error(file, { cause: error });
};

it('gives the journals of a dead process to exactly one other, and keeps those of a live one', async () => {
  const dataDir = temporaryFolder('journals');
  const dead = named(dataDir, 'dead');
  const left = dead.begin();
  await left.answered(CALL);
  const heir = named(dataDir, 'heir');
  expect(await heir.inherit(broken)).toEqual([]);
  await left.close();
  dead.close();

  const inherited = await heir.inherit(broken);
  expect(inherited).toHaveLength(1);
  const late = named(dataDir, 'late');
  expect(await late.inherit(broken)).toEqual([]);

  await inherited[0]?.seal();
  expect([...(inherited[0]?.backlog.replays ?? [])]).toEqual([
    { client: 'client-1', process: 'dead.1', sequence: 1, at: NOON, limits: 1, items: [RESULT] },
  ]);
  await inherited[0]?.remove();
  heir.letGo();
  expect(readdirSync(join(dataDir, 'journals')).sort()).toEqual(['heir.lock', 'late.lock']);
  heir.close();
  late.close();
  expect(readdirSync(join(dataDir, 'journals'))).toEqual([]);
});

it('reads a journal of a release without families: each key is its own family', async () => {
  const dataDir = temporaryFolder('journals');
  const journals = named(dataDir, 'heir');
  const { family: _, ...item } = RESULT;
  const answered = { kind: 'answered', client: 'client-1', at: NOON, limits: 1, item, count: 2 };
  const command = {
    client: 'client-2',
    process: 'p',
    sequence: 3,
    at: NOON,
    limits: 1,
    watermark: null,
    forced: false,
  };
  const lines = [answered, { kind: 'doubt', command: { ...command, items: [item] } }];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(dataDir, 'journals', 'earlier.1.journal'), text);
  const [left] = await journals.inherit(broken);
  await left?.seal();
  const counted = { ...item, family: 'key-1' };
  expect([...(left?.backlog.replays ?? [])]).toMatchObject([{ client: 'client-1', items: [counted, counted] }]);
  expect(left?.backlog.doubts.get('client-2')?.command.items).toEqual([counted]);
  await left?.remove();
  journals.close();
});

it('leaves an unreadable journal in place and takes the others', async () => {
  const dataDir = temporaryFolder('journals');
  const journals = named(dataDir, 'heir');
  writeFileSync(join(dataDir, 'journals', 'later.1.journal'), '{"kind":"of a later release"}\n');
  const files: string[] = [];
  expect(await journals.inherit((file) => void files.push(file))).toEqual([]);
  expect(files).toEqual(['later.1']);
  expect(readdirSync(join(dataDir, 'journals'))).toContain('later.1.journal');
  journals.close();
});

it('refuses the name of another live process', () => {
  const dataDir = temporaryFolder('journals');
  const journals = named(dataDir, 'same');
  expect(() => named(dataDir, 'same')).toThrow('another process is named same');
  journals.close();
});
