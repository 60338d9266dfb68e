import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { describeWithOwnRedis, describeWithPostgres, describeWithRedis } from './servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe.each(['first', 'second'])('shared servers, as the %s suite sees them', (which) => {
  describeWithRedis('Redis', (redis) => {
    it('has a separate empty database', async () => {
      const client = new Redis(redis.url);
      expect(await client.dbsize()).toBe(0);
      await client.set('suite', which);
      client.disconnect();
    });
  });

  describeWithPostgres('PostgreSQL', (postgres) => {
    it('has a separate empty database', async () => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query('create table suite (n int)');
      await client.end();
    });
  });
});

describeWithOwnRedis('a Redis of its own', (redis) => {
  it('may be killed', async () => {
    await redis.kill();
    await redis.restart();
    expect(redis.pid).toBeDefined();
  });
});

describe('a suite whose server is missing', () => {
  const suite = `
    import { describeWith } from ${JSON.stringify(join(import.meta.dirname, 'suites.ts'))};
    import { NotFound } from ${JSON.stringify(join(import.meta.dirname, 'find-server.ts'))};
    const obtain = async () => { throw new NotFound('no Store'); };
    describeWith('a store of stones', obtain, (server) => {
      beforeAll(() => { server.url; });
      it('keeps stones', () => { server.url; });
    });`;

  it('is skipped and listed at the end of the run', async () => {
    const { code, output } = await runVitest(suite, { CI: '' });
    expect(output).toMatch(/Tests .*1 skipped/);
    expect(output.trimEnd().split('\n').at(-1)).toBe('NOT RUN: a store of stones (no Store)');
    expect(code).toBe(0);
  });

  it('fails with CI=true', async () => {
    const { code, output } = await runVitest(suite, { CI: 'true' });
    expect(output).toMatch(/Tests .*1 failed.*1 skipped/);
    expect(output).toContain('NOT RUN: a store of stones (no Store)');
    expect(code).toBe(1);
  });
});

async function runVitest(source: string, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const folder = temporaryFolder('nested');
  const setup = join(import.meta.dirname, 'global-setup.ts');
  const config = { root: folder, test: { globals: true, globalSetup: [setup], include: ['*.test.ts'] } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}`);
  writeFileSync(join(folder, 'nested.test.ts'), source);
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', join(folder, 'vitest.config.mjs'), '--reporter=default'];
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: `${stderr}${stdout}` }),
    );
  });
}
