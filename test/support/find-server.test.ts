import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findPrograms, NotFound, type Software, startFrom } from './find-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

function folderWith(programs: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('find');
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const software: Software = {
  name: 'Store',
  programs: { stored: /^stored \d/, initstore: /^initstore \d/ },
  folders: [],
  packages: [],
};
const initstore = 'echo initstore 2.1';

it('skips stubs, broken programs and servers without their companions', async () => {
  const good = folderWith({ stored: 'echo stored 2.1', initstore });
  const path = [
    folderWith({ stored: 'echo pretend', initstore }),
    folderWith({ stored: 'exit 127', initstore }),
    folderWith({ stored: 'echo stored 2.1' }),
    good,
  ];
  vi.stubEnv('PATH', path.join(':'));
  expect(await findPrograms(software, ['path'])).toMatchObject({ origin: 'path', folder: good, version: 'stored 2.1' });
});

it('accepts a program that prints its version and exits with an error', async () => {
  const folder = folderWith({ stored: 'echo stored 2.1; exit 1', initstore });
  vi.stubEnv('PATH', folder);
  expect(await findPrograms(software, ['path'])).toMatchObject({ folder });
});

it('lists the attempts if no server is found', async () => {
  vi.stubEnv('PATH', folderWith({ stored: 'echo pretend', initstore }));
  const failure = await findPrograms(software, ['path']).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotFound);
  expect(String(failure)).toMatch(/no Store: path: .*stored answers "pretend"/);
});

it('asks Docker only when no programs were found', async () => {
  const asked: string[] = [];
  const local = async (): Promise<void> => void asked.push('local');
  const docker = async (): Promise<void> => void asked.push('docker');
  vi.stubEnv('PATH', folderWith({ stored: 'echo stored 2.1', initstore }));
  await startFrom(['path', 'docker'], software, local, docker);
  vi.stubEnv('PATH', folderWith({}));
  await startFrom(['path', 'docker'], software, local, docker);
  expect(asked).toEqual(['local', 'docker']);
});
