import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildDashboard } from '../../gateway/web/dashboard/build.ts';
import { sharedKinds, sharedServers } from './shared-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which test files, which run in separate processes, request the run's shared servers. */
    readonly servers: string;
  }
}

/**
 * Wraps a whole run of vitest. It starts shared servers when test files request them, builds the dashboard once for
 * those that use it, lists the suites that were not run, and removes all temporary files, even those of crashed test
 * files.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = sharedServers();
  const notRun: string[] = [];
  let dashboard: Promise<unknown> | undefined;
  const temporary = mkdtempSync(join(tmpdir(), 'vitalgate-'));
  await chmod(temporary, 0o711);
  process.env.TMPDIR = temporary;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const kind = sharedKinds.find((known) => pathname === `/${known}`);
    if (pathname === '/dashboard') {
      dashboard ??= buildDashboard();
      await dashboard;
    } else if (kind === undefined) notRun.push(`${searchParams.get('suite')} (${searchParams.get('reason')})`);
    else response.write(await servers.lend(kind));
    response.end();
  }
  const desk = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      response.statusCode = error.name === 'NotFound' ? 404 : 500;
      response.end(error.message);
    });
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  const address = desk.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  project.provide('servers', `http://127.0.0.1:${address.port}`);

  return async () => {
    desk.closeAllConnections();
    desk.close();
    await servers.stop();
    rmSync(temporary, { recursive: true, force: true });
    for (const suite of notRun) console.log(`NOT RUN: ${suite}`);
  };
}
