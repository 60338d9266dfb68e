import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findPrograms, type Software } from '../test/support/find-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { pinnedToLoadCore } from './cores.ts';
import { type LoadTarget, loopbackUrl } from './load-target.ts';

const run = promisify(execFile);

const software: Software = {
  name: 'wrk',
  programs: { wrk: /^wrk / },
  folders: ['usr/bin', 'usr/local/bin'],
  packages: ['wrk'],
};

const connections = 64;

const loadResult = z.object({
  calls: z.int(),
  /** Duration of the load. */
  microseconds: z.int(),
  /** 99th percentile of the latency in microseconds. */
  p99: z.int(),
  /** Answers with a status of 400 or more. */
  refused: z.int(),
  /** Calls without an answer: connection, read, write errors and timeouts. */
  broken: z.int(),
});
export type LoadResult = z.output<typeof loadResult>;

/** Loads a URL of this machine for some seconds. The headers take turns; a body makes the calls POSTs. */
export type Load = (target: LoadTarget, seconds: number) => Promise<LoadResult>;

/** Finds wrk on this machine or in the distribution's packages. */
export async function wrk(): Promise<Load> {
  const { folder, env } = await findPrograms(software);
  const script = join(import.meta.dirname, 'wrk.lua');
  const folderOfCalls = temporaryFolder('wrk');
  const headersFile = join(folderOfCalls, 'headers');
  const bodyFile = join(folderOfCalls, 'body');
  return async (target, seconds) => {
    loopbackUrl(target);
    const { url, headers = [{}], body } = target;
    const lines = headers.map((set) => Object.entries(set).map(([name, value]) => `${name}: ${value}`));
    writeFileSync(headersFile, lines.map((set) => `${set.join('\t')}\n`).join(''));
    if (body !== undefined) writeFileSync(bodyFile, body);
    const call = body === undefined ? [headersFile] : [headersFile, bodyFile];
    const [taskset = '', ...pin] = pinnedToLoadCore;
    const options = [
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${seconds}s`,
      '--latency',
      '--timeout',
      '10s',
      '-s',
      script,
    ];
    const { stdout } = await run(taskset, [...pin, join(folder, 'wrk'), ...options, url, '--', ...call], {
      env: { ...process.env, ...env },
    });
    const result = /^result (.*)$/m.exec(stdout)?.[1];
    if (result === undefined) throw new Error(`wrk said no result:\n${stdout}`);
    return loadResult.parse(JSON.parse(result));
  };
}
