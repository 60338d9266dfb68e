import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { NotFound } from '../../test/support/find-server.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findNginx, findNginxWithLua } from './nginx.ts';

afterEach(() => vi.unstubAllEnvs());

/** An nginx on PATH that prints its version, with the given module files. */
function nginxOnPath(modules: readonly string[]): string {
  const root = temporaryFolder('nginx-on-path');
  const folder = join(root, 'usr/sbin');
  const moduleFolder = join(root, 'usr/lib/nginx/modules');
  for (const made of [folder, moduleFolder]) mkdirSync(made, { recursive: true });
  writeFileSync(join(folder, 'nginx'), '#!/bin/sh\necho nginx version: nginx/1.22.1 >&2\n');
  chmodSync(join(folder, 'nginx'), 0o755);
  for (const module of modules) writeFileSync(join(moduleFolder, module), '');
  vi.stubEnv('PATH', folder);
  return folder;
}

it('finds an nginx on PATH, which needs no module for a plain proxy', async () => {
  const folder = nginxOnPath([]);
  expect(await findNginx()).toMatchObject({ programs: { folder }, lua: false });
});

it('an nginx without its Lua module is not found, and the error names the file', async () => {
  const folder = nginxOnPath(['ndk_http_module.so']);
  const failure = await findNginxWithLua(['path']).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotFound);
  expect(String(failure)).toContain(`no nginx with Lua: path: ${folder}/nginx has no ngx_http_lua_module.so`);
});

it('finds an nginx with both its modules', async () => {
  const folder = nginxOnPath(['ndk_http_module.so', 'ngx_http_lua_module.so']);
  expect(await findNginxWithLua(['path'])).toMatchObject({ programs: { folder }, lua: true });
});
