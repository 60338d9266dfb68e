import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms, type Programs, type Software } from '../../test/support/find-server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { startTied } from '../../test/support/tied-process.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const software: Software = {
  name: 'nginx with Lua',
  programs: { nginx: /^nginx version: / },
  versionOption: '-v',
  folders: ['usr/sbin'],
  packages: [
    'nginx',
    'nginx-light',
    'libnginx-mod-http-ndk',
    'libnginx-mod-http-lua',
    'lua-nginx-redis',
    'lua-resty-core',
    'lua-resty-lrucache',
  ],
};

export interface RunningNginx {
  readonly baseUrl: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it answered. */
  readonly startMs: number;
  stop(): Promise<unknown>;
}

/**
 * Starts an nginx with one worker, of this machine or from the distribution's packages.
 *
 * @param http content of the `http` block, for the given port
 * @param prefix a command that runs it, such as `['taskset', '-c', '0']`
 */
export async function startNginx(http: (port: number) => string, prefix: readonly string[]): Promise<RunningNginx> {
  const programs = await findPrograms(software);
  const port = await freePort();
  const folder = temporaryFolder('nginx');
  mkdirSync(join(folder, 'tmp'));
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration(programs, folder, http(port)));
  const [file = '', ...args] = [...prefix, join(programs.folder, 'nginx'), '-c', config, '-e', 'stderr'];
  const log = join(folder, 'log');
  const env = { PATH: process.env.PATH ?? '', ...programs.env };
  const started = performance.now();
  const nginx = await startTied({ file, args, env, cwd: folder }, log);
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitUntil('nginx', () => {
    if (nginx.hasExited()) throw new Error(`nginx ended, see ${log}`);
    return fetch(baseUrl).then(
      () => true,
      () => undefined,
    );
  });
  const startMs = performance.now() - started;
  const stop = (): Promise<unknown> => {
    if (!nginx.hasExited()) process.kill(nginx.pid, 'SIGTERM');
    return nginx.exited;
  };
  return { baseUrl, pid: nginx.pid, startMs, stop };
}

/** The modules and Lua files are beside the program, below the same root. */
function configuration({ folder: sbin }: Programs, folder: string, http: string): string {
  const root = join(sbin, '../..');
  const modules = join(root, 'usr/lib/nginx/modules');
  const lua = join(root, 'usr/share/lua/5.1');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
load_module ${modules}/ndk_http_module.so;
load_module ${modules}/ngx_http_lua_module.so;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  lua_package_path '${lua}/?.lua;${lua}/?/init.lua;;';
  ${temporary.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join('\n  ')}
  ${http}
}`;
}
