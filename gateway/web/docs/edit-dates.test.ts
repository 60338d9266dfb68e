import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readEditDates, writeEditDates } from './edit-dates.ts';

let folder: string;
const git = (cwd: string, date: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
    ...{ cwd, stdio: 'ignore' },
    env: { ...process.env, GIT_AUTHOR_DATE: `${date}T12:00:00Z`, GIT_COMMITTER_DATE: `${date}T12:00:00Z` },
  });
const write = (name: string, text: string) => writeFileSync(join(folder, 'docs', name), text);

/** Asks the repository in `root`. */
function datesOf(root: string) {
  const file = pathToFileURL(join(temporaryFolder('dates'), 'dates.json'));
  writeEditDates(file, pathToFileURL(`${join(root, 'docs')}/`));
  return Object.fromEntries(readEditDates(file));
}

beforeAll(() => {
  folder = temporaryFolder('repository');
  mkdirSync(join(folder, 'docs/languages/de'), { recursive: true });
  git(folder, '2026-01-01', 'init', '-q');
  for (const name of ['api.md', 'plans.md', 'languages/de/api.md']) write(name, 'first');
  git(folder, '2026-01-01', 'add', '-A');
  git(folder, '2026-01-01', 'commit', '-qm', 'first');
  write('api.md', 'second');
  git(folder, '2026-02-02', 'commit', '-qam', 'second');
});

describe('the day of the last change', () => {
  it('is that of the last commit of each page and translation', () => {
    expect(datesOf(folder)).toEqual({ api: '2026-02-02', plans: '2026-01-01', 'languages/de/api': '2026-01-01' });
  });

  it('is not told of a page with changes that are not committed', () => {
    write('plans.md', 'in work');
    write('new.md', 'in work');
    expect(datesOf(folder)).toEqual({ api: '2026-02-02', 'languages/de/api': '2026-01-01' });
  });

  it('is not told of what a shallow clone does not know', () => {
    const clone = join(temporaryFolder('clone'), 'clone');
    git(folder, '2026-03-03', 'clone', '-q', '--depth', '1', pathToFileURL(folder).href, clone);
    expect(datesOf(clone)).toEqual({});
  });

  it('is not told outside of a checkout', () => {
    const plain = temporaryFolder('plain');
    mkdirSync(join(plain, 'docs'));
    expect(datesOf(plain)).toEqual({});
  });
});
