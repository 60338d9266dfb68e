import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { NOON, RESULT } from '../../testing/contract/caller.ts';
import { Journals } from './journals.ts';
import { ProcessJournal } from './process-journal.ts';

const OWED = {
  kind: 'count',
  command: { client: 'client-1', process: 'dead/7', sequence: 1, at: NOON, limits: 1, items: [RESULT] },
} as const;
const named = (dataDir: string, process: string) =>
  new Journals(dataDir, process, { missing: () => {}, counted: () => {} });
const broken = (file: string, error: unknown) => {
  throw new Error(file, { cause: error });
};

it('gives the journals of a dead process to exactly one other, and keeps those of a live one', async () => {
  const dataDir = temporaryFolder('journals');
  const dead = named(dataDir, 'dead');
  const journal = new ProcessJournal({ folder: dead.own, durability: 'process', syncFailed: () => {} });
  journal.keep(() => [[OWED]]);
  journal.append([OWED], () => {});
  const heir = named(dataDir, 'heir');
  expect(await heir.inherit(broken)).toEqual([]);
  await journal.close();
  dead.close();

  const inherited = await heir.inherit(broken);
  expect(inherited).toHaveLength(1);
  const late = named(dataDir, 'late');
  expect(await late.inherit(broken)).toEqual([]);

  expect([...(inherited[0]?.calls.owed ?? [])]).toEqual([OWED]);
  inherited[0]?.remove();
  heir.letGo();
  expect(readdirSync(join(dataDir, 'journals')).sort()).toEqual(['heir.lock', 'late.lock']);
  heir.close();
  late.close();
  expect(readdirSync(join(dataDir, 'journals'))).toEqual([]);
});

it('takes over every journal that earlier releases left under one name, and removes each with its calls', async () => {
  const dataDir = temporaryFolder('journals');
  const journals = named(dataDir, 'heir');
  const folder = join(dataDir, 'journals');
  const answered = { kind: 'answered', client: 'client-1', at: NOON, limits: 1, item: RESULT, count: 1 };
  writeFileSync(join(folder, 'earlier.1.journal'), `${JSON.stringify(answered)}\n`);
  mkdirSync(join(folder, 'earlier.2.outage'));
  mkdirSync(join(folder, 'earlier.leases'));
  const inherited = await journals.inherit(broken);
  // In the order of their names: `earlier` is the journal of leases.
  expect(inherited.map(({ calls }) => calls.calls)).toEqual([0, 1, 0]);
  inherited[1]?.remove();
  expect(readdirSync(folder).sort()).toEqual(['earlier.2.outage', 'earlier.leases', 'earlier.lock', 'heir.lock']);
  inherited[0]?.remove();
  inherited[2]?.remove();
  journals.letGo();
  expect(readdirSync(folder)).toEqual(['heir.lock']);
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
