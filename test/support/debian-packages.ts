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
 * Where unpacked packages stay between test runs. PostgreSQL refuses to run as root, so root starts it as another user:
 * that user must be able to enter the folder.
 */
export const packageCache =
  process.getuid?.() === 0 && !othersMayEnter(PROJECT) ? '/var/tmp/vitalgate-debian' : join(PROJECT, '.cache/debian');

function othersMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}

/** Packages of the distribution, unpacked into a folder: nothing is installed and no script of theirs is run. */
export interface UnpackedPackages {
  readonly root: string;
  /** What their programs need in their environment to find their own libraries. */
  readonly env: { readonly LD_LIBRARY_PATH: string };
}

/**
 * Unpacks packages of the distribution, with the libraries they need and this machine lacks, without root. The second
 * time they come from the cache.
 *
 * @param packages names, or a pattern of names of which the greatest by version is taken (`/^postgresql-\d+$/`)
 * @throws where there is no apt, no network, or no such package
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
    // Another test run may have been faster: its folder is as good as ours.
    if (!existsSync(root)) renameSync(unpacked, root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Options for apt with package lists of our own: the machine's need root, and are empty in most container images. */
async function aptWithOwnLists(state: string): Promise<string[]> {
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  mkdirSync(join(state, 'archives/partial'), { recursive: true });
  const options = {
    'Dir::State::lists': join(state, 'lists'),
    'Dir::Cache': state,
    'Debug::NoLocking': '1',
    // As root apt would fetch as a user of its own, who may not enter this folder.
    'APT::Sandbox::User': 'root',
  };
  const apt = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', [...apt, '-qq', 'update'], { timeout: 120_000 });
  return apt;
}

/**
 * The packages and the libraries that this machine lacks; the other dependencies are the scripts of an installation.
 */
async function needed(names: readonly string[], apt: readonly string[]): Promise<string[]> {
  // Simulated, so any user may ask; "reinstall" names also those that are installed already.
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
