import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Command, startTied } from '../support/tied-process.ts';

/** Runs a gateway that cannot start. It returns the exit code and the whole output. */
async function refused(env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  const cwd = temporaryFolder('refused');
  const log = join(cwd, 'log');
  const command: Command = {
    file: process.execPath,
    args: [join(import.meta.dirname, '../../gateway/main.ts')],
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(cwd, 'data'), PORT: '0', ADMIN_PORT: 'off', ...env },
    cwd,
  };
  const code = await (await startTied(command, log)).exited;
  return { code, output: readFileSync(log, 'utf8') };
}

async function takenPort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return { port: String(address.port), free: () => server.close() };
}

it('several workers without shared stores end the start with code 2, and the message names the variables', async () => {
  const { code, output } = await refused({ WORKERS: '2' });
  expect(code).toBe(2);
  expect(output).toBe(
    'The configuration is not usable:\n' +
      '  WORKERS: got 2 without DATABASE_URL and REDIS_URL; allowed: 1, or DATABASE_URL and REDIS_URL set\n',
  );
});

it('PostgreSQL without Redis ends the start with code 2, and the message hides the password', async () => {
  const { code, output } = await refused({ DATABASE_URL: 'postgres://vg:hunter2@127.0.0.1:1/vg' });
  expect(code).toBe(2);
  expect(output).toContain('DATABASE_URL: set without REDIS_URL');
  expect(output).not.toContain('hunter2');
});

it('a failed first start leaves its key to the first successful one', async () => {
  const { port, free } = await takenPort();
  const dataDir = temporaryFolder('data');
  expect(await refused({ PORT: port, DATA_DIR: dataDir })).toMatchObject({ code: 2 });
  free();
  const gateway = await startGateway({ dataDir });
  expect(gateway.key).toMatch(/^vg_live_/);
  await gateway.stop();
});

describeWithPostgres('a gateway with PostgreSQL and Redis', (postgres) => {
  describeWithRedis('that cannot start', (redis) => {
    it('a missing database ends the start with code 1 and its name: a supervisor may try again', async () => {
      const DATABASE_URL = postgres.url.replace(/\/\w+$/, '/nowhere');
      const { code, output } = await refused({ DATABASE_URL, REDIS_URL: redis.url });
      expect(code).toBe(1);
      expect(output).toMatch(/^PostgreSQL at \S+\/nowhere cannot be used: database "nowhere" does not exist\n$/);
    });

    it('a taken port is reported once for all workers', async () => {
      const { port, free } = await takenPort();
      const { code, output } = await refused({
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        WORKERS: '3',
        PORT: port,
      });
      free();
      expect(code).toBe(2);
      expect(output.match(/EADDRINUSE/g)).toHaveLength(1);
      expect(output).toContain('a worker exited during its start (exit code 2)');
    });
  });
});
