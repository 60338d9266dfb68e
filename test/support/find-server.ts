import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianPackages } from './debian-packages.ts';
import type { Command } from './tied-process.ts';

const run = promisify(execFile);

/** The origins of a server, in the order of the search: this machine, unpacked packages, Docker. */
export const origins = ['path', 'packages', 'docker'] as const;
export type Origin = (typeof origins)[number];

/** Programs of one folder that tests need, such as a server and the tool that prepares its data. */
export interface Software {
  readonly name: string;
  /** Its programs, and the pattern of each version output: other programs of that name are skipped. */
  readonly programs: Readonly<Record<string, RegExp>>;
  /** The argument that prints the version. Default `--version`. */
  readonly versionOption?: string;
  /** Folders to look in beyond PATH, as glob patterns below `/` (of the machine or of unpacked packages). */
  readonly folders: readonly string[];
  /** The distribution's packages that hold the programs. */
  readonly packages: readonly (string | RegExp)[];
  /** The user that runs them; `undefined` is the user of the test run. */
  readonly user?: Command['user'];
}

export interface Programs {
  readonly origin: 'path' | 'packages';
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The version output of the first program. */
  readonly version: string;
}

/** No server was found; the message lists the attempts. */
export class NotFound extends Error {
  override name = 'NotFound';
}

/**
 * Starts a server from the first origin that has it: by `local` from programs that were found, else by `docker`.
 * @throws {NotFound}
 */
export async function startFrom<T>(
  from: readonly Origin[],
  software: Software,
  local: (programs: Programs) => Promise<T>,
  docker: () => Promise<T>,
): Promise<T> {
  const programs = await findPrograms(software, from).catch((error: unknown) => {
    if (error instanceof NotFound) return error;
    throw error;
  });
  if (!(programs instanceof NotFound)) return local(programs);
  if (!from.includes('docker')) throw programs;
  return docker().catch((error: unknown) => {
    throw new NotFound(`${programs.message}; docker: ${firstLine(error)}`);
  });
}

/**
 * Finds programs on this machine, or takes them from the distribution's packages. A program counts only if the user who
 * will run it can, and if its version output is as expected.
 * @throws {NotFound}
 */
export async function findPrograms(software: Software, from: readonly Origin[] = origins): Promise<Programs> {
  const tried: string[] = [];
  for (const [origin, find] of [
    ['path', onPath],
    ['packages', inPackages],
  ] as const) {
    if (!from.includes(origin)) continue;
    try {
      return await find(software);
    } catch (error) {
      tried.push(`${origin}: ${firstLine(error)}`);
    }
  }
  throw new NotFound(`no ${software.name}: ${tried.join('; ')}`);
}

async function onPath(software: Software): Promise<Programs> {
  const found = globSync([...software.folders], { cwd: '/' }).map((folder) => join('/', folder));
  return firstThatRuns(software, 'path', [...(process.env.PATH ?? '').split(delimiter), ...found], {});
}

async function inPackages(software: Software): Promise<Programs> {
  const { root, env } = await unpackDebianPackages(software.packages);
  const folders = globSync([...software.folders], { cwd: root }).map((folder) => join(root, folder));
  return firstThatRuns(software, 'packages', folders, env);
}

async function firstThatRuns(
  software: Software,
  origin: Programs['origin'],
  folders: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Programs> {
  const programs = Object.entries(software.programs);
  const reasons: string[] = [];
  for (const folder of folders.filter((candidate) => programs.every(([name]) => existsSync(join(candidate, name))))) {
    try {
      const versions = await Promise.all(
        programs.map(([name, expected]) => version(join(folder, name), expected, env, software)),
      );
      return { origin, folder, env, version: versions[0] ?? '' };
    } catch (error) {
      reasons.push(firstLine(error));
    }
  }
  throw new Error(reasons.join(', ') || `${programs.map(([name]) => name).join(' with ')} not found`);
}

async function version(
  file: string,
  expected: RegExp,
  env: NodeJS.ProcessEnv,
  { user, versionOption = '--version' }: Software,
): Promise<string> {
  // The exit code does not matter: wrk ends with 1 after printing its version, and nginx prints it to stderr.
  const { stdout, stderr, error } = await run(file, [versionOption], { cwd: '/', env, timeout: 5_000, ...user }).then(
    (answer) => ({ ...answer, error: undefined }),
    (error: Error & { stdout?: string; stderr?: string }) => ({ stdout: '', stderr: '', ...error, error }),
  );
  const told = firstLine((stdout || stderr).trimStart());
  if (!expected.test(told)) throw error ?? new Error(`${file} answers ${JSON.stringify(told)}`);
  return told;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
