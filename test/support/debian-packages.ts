import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

async function run(file: string, args: readonly string[], options: ExecFileOptions = {}): Promise<string> {
  const { stdout } = await execute(file, args, { maxBuffer: 64 * 1024 * 1024, ...options, encoding: 'utf8' }).catch(
    (error: Error & { stderr?: string }) => {
      // The last line says why; the first only repeats the command.
      throw new Error(`${file}: ${error.stderr?.trim().split('\n').at(-1) || error.message}`);
    },
  );
  return stdout;
}

const PROJECT = join(import.meta.dirname, '../..');

/**
 * The cache of unpacked packages. PostgreSQL refuses to run as root, so root starts it as another user, who must be
 * able to enter the folder.
 */
export const packageCache =
  process.getuid?.() === 0 && !othersMayEnter(PROJECT) ? '/var/tmp/vitalgate-debian' : join(PROJECT, '.cache/debian');

function othersMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}

/** Packages of the distribution, unpacked into a folder: nothing is installed, and none of their scripts runs. */
export interface UnpackedPackages {
  readonly root: string;
  /** The environment in which their programs find their own libraries. */
  readonly env: { readonly LD_LIBRARY_PATH: string };
}

/**
 * Unpacks packages of the distribution, and the libraries that this machine lacks, without root. Later calls use the
 * cache.
 *
 * @param packages names, or a pattern of names of which the greatest by version is taken (`/^postgresql-\d+$/`)
 * @throws without apt, without a network, or if there is no such package
 */
export async function unpackDebianPackages(
  packages: readonly (string | RegExp)[],
  cache = packageCache,
): Promise<UnpackedPackages> {
  const folder = packages
    .map(String)
    .join('+')
    .replaceAll(/[^\w+-]/g, '');
  const root = join(cache, folder);
  if (!existsSync(root)) await unpackInto(root, packages, cache);
  const libraries = globSync(['lib', 'usr/lib', 'lib/*-linux-gnu*', 'usr/lib/*-linux-gnu*'], { cwd: root });
  return { root, env: { LD_LIBRARY_PATH: libraries.map((library) => join(root, library)).join(':') } };
}

async function unpackInto(root: string, packages: readonly (string | RegExp)[], cache: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const apt = await aptWithOwnLists(join(work, 'apt'));
    const names = await Promise.all(
      packages.map((wanted) => (typeof wanted === 'string' ? wanted : newest(wanted, apt))),
    );
    const downloads = join(work, 'downloads');
    const unpacked = join(work, 'root');
    mkdirSync(downloads);
    await run('apt-get', [...apt, 'download', ...(await needed(names, apt))], { cwd: downloads, timeout: 300_000 });
    for (const archive of readdirSync(downloads)) await run('dpkg', ['-x', join(downloads, archive), unpacked]);
    // Another test run may have been faster: its folder is equally good.
    if (!existsSync(root)) renameSync(unpacked, root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Options for apt with separate package lists: the machine's need root, and most container images have none. */
async function aptWithOwnLists(state: string): Promise<string[]> {
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  mkdirSync(join(state, 'archives/partial'), { recursive: true });
  const options = {
    'Dir::State::lists': join(state, 'lists'),
    'Dir::Cache': state,
    'Debug::NoLocking': '1',
    // As root, apt would download as a separate user, who may not enter this folder.
    'APT::Sandbox::User': 'root',
  };
  const apt = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', [...apt, '-qq', 'update'], { timeout: 120_000 });
  return apt;
}

/** The packages, and the libraries that this machine lacks; other dependencies serve only an installation. */
async function needed(names: readonly string[], apt: readonly string[]): Promise<string[]> {
  // Simulated, so any user may run it; "reinstall" also lists installed packages.
  const simulation = ['-s', '--reinstall', '--no-install-recommends', 'install', ...names];
  const simulated = await run('apt-get', [...apt, ...simulation]);
  const all = [...simulated.matchAll(/^Inst (\S+)/gm)].flatMap((line) => line[1] ?? []);
  return all.filter((name) => names.includes(name) || name.startsWith('lib'));
}

async function newest(pattern: RegExp, apt: readonly string[]): Promise<string> {
  const all = await run('apt-cache', [...apt, 'pkgnames']);
  const byVersion = new Intl.Collator('en', { numeric: true });
  const found = all.split('\n').filter((name) => pattern.test(name));
  const last = found.sort(byVersion.compare).at(-1);
  if (last === undefined) throw new Error(`no package of the distribution matches ${pattern}`);
  return last;
}
