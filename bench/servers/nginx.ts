import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms, NotFound, type Origin, type Programs, type Software } from '../../test/support/find-server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { startTied } from '../../test/support/tied-process.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const plain: Software = {
  name: 'nginx',
  programs: { nginx: /^nginx version: / },
  versionOption: '-v',
  folders: ['usr/sbin'],
  packages: ['nginx', 'nginx-light'],
};

const withLua: Software = {
  ...plain,
  name: 'nginx with Lua',
  packages: [
    ...plain.packages,
    'libnginx-mod-http-ndk',
    'libnginx-mod-http-lua',
    'lua-nginx-redis',
    'lua-resty-core',
    'lua-resty-lrucache',
  ],
};

/** The modules and Lua files are beside the program, below the same root. */
const rootOf = ({ folder: sbin }: Programs): string => join(sbin, '../..');
const modulesOf = (programs: Programs): string => join(rootOf(programs), 'usr/lib/nginx/modules');
const LUA_MODULES = ['ndk_http_module.so', 'ngx_http_lua_module.so'];

/** An nginx, and what its configuration needs before the content of a row. */
export interface Nginx {
  readonly programs: Programs;
  readonly lua: boolean;
}

/** Finds an nginx on this machine or in the distribution's packages. @throws {NotFound} */
export async function findNginx(): Promise<Nginx> {
  return { programs: await findPrograms(plain), lua: false };
}

/** Finds an nginx with its Lua module. One on PATH may lack the module, while the packages have it. @throws {NotFound} */
export async function findNginxWithLua(from: readonly Origin[] = ['path', 'packages']): Promise<Nginx> {
  const tried: string[] = [];
  for (const origin of from) {
    try {
      const programs = await findPrograms(withLua, [origin]);
      const lacking = LUA_MODULES.find((module) => !existsSync(join(modulesOf(programs), module)));
      if (lacking === undefined) return { programs, lua: true };
      tried.push(`${origin}: ${join(programs.folder, 'nginx')} has no ${lacking}`);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      tried.push(error.message.replace(`no ${withLua.name}: `, ''));
    }
  }
  throw new NotFound(`no ${withLua.name}: ${tried.join('; ')}`);
}

export interface RunningNginx {
  readonly baseUrl: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it answered. */
  readonly startMs: number;
  stop(): Promise<unknown>;
}

/**
 * Starts an nginx with one worker.
 *
 * @param http content of the `http` block, for the given port
 * @param prefix a command that runs it, such as `['taskset', '-c', '0']`
 */
export async function startNginx(
  { programs, lua }: Nginx,
  http: (port: number) => string,
  prefix: readonly string[],
): Promise<RunningNginx> {
  const port = await freePort();
  const folder = temporaryFolder('nginx');
  mkdirSync(join(folder, 'tmp'));
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration({ programs, lua }, folder, http(port)));
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

function configuration({ programs, lua }: Nginx, folder: string, http: string): string {
  const scripts = join(rootOf(programs), 'usr/share/lua/5.1');
  const modules = LUA_MODULES.map((module) => `load_module ${modulesOf(programs)}/${module};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
${lua ? modules.join('\n') : ''}
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  ${lua ? `lua_package_path '${scripts}/?.lua;${scripts}/?/init.lua;;';` : ''}
  ${temporary.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join('\n  ')}
  ${http}
}`;
}
