import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DOCS } from './pages.ts';

/** Written by `npm ci` in a checkout; copied with docs/ into an image. */
const FILE = new URL('edit-dates.json', DOCS);

/** The day of the last change of each page, by its path below docs/: `api`, `languages/de/api`. */
export type EditDates = ReadonlyMap<string, string>;

/** The known days; none in an installation that was never a checkout. */
export function readEditDates(file = FILE): EditDates {
  if (!existsSync(file)) return new Map();
  const dates: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(dates));
}

/**
 * Asks git for the day of the last change of each page, and writes the days down. Leaves out pages with changes that are
 * not committed, and those of the oldest commits of a shallow clone, which does not know when they changed. Without git
 * or a checkout it keeps the days that are there.
 */
export function writeEditDates(file = FILE, folder = DOCS): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: fileURLToPath(folder), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let log: string;
  let unsure: ReadonlySet<string>;
  try {
    log = git('-c', 'core.quotePath=off', 'log', '--format=%n%H %cs', '--name-only', '--relative', '--', '.');
    unsure = new Set(git('ls-files', '--modified', '--others', '--exclude-standard').split('\n'));
  } catch {
    return;
  }
  const dates = datesIn(log, oldestOfShallow(git), unsure);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(dates), null, 2)}\n`);
}

/** The commits at which a shallow clone ends. They seem to have changed every file. */
function oldestOfShallow(git: (...words: string[]) => string): ReadonlySet<string> {
  const file = git('rev-parse', '--path-format=absolute', '--git-path', 'shallow').trim();
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
}

/**
 * Reads a log with the newest commit first: a line with commit and day, then the files.
 *
 * @example datesIn('abc 2026-11-23\n\napi.md\n', new Set(), new Set()) // Map { 'api' => '2026-11-23' }
 */
export function datesIn(log: string, unknown: ReadonlySet<string>, unsure: ReadonlySet<string>): EditDates {
  const seen = new Set(unsure);
  const dates = new Map<string, string>();
  let day: string | null = null;
  for (const line of log.split('\n')) {
    const commit = /^([0-9a-f]{7,64}) (\d{4}-\d\d-\d\d)$/.exec(line);
    if (commit) {
      const [, id = '', date = ''] = commit;
      day = unknown.has(id) ? null : date;
    } else if (line.endsWith('.md') && !seen.has(line)) {
      seen.add(line);
      if (day !== null) dates.set(line.slice(0, -'.md'.length), day);
    }
  }
  return dates;
}
