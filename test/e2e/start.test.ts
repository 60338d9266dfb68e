import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { rightsOfOthers } from '../support/rights-of-others.ts';

const run = promisify(execFile);

it('the first start prints a working curl line, and later starts print no key', async () => {
  const first = await startGateway();
  const { stdout } = await run('bash', ['-c', `${first.curl} -sS -w '\\n%{http_code}'`]);
  expect(stdout).toMatch(/"tdee":2739\.63,"bmr":1767\.5.*\n200$/s);
  expect(first.output()).toMatch(/\/set-password#[0-9A-Za-z]{43}\n/);
  expect(first.output()).toContain(`dashboard  ${first.baseUrl}/\ndocs       ${first.baseUrl}/docs\n`);
  expect(await first.stop()).toBe(0);

  const second = await startGateway({ dataDir: first.dataDir });
  expect(second.output()).not.toContain('vg_');
  expect(second.output()).not.toContain('set-password');
  const answer = await fetch(second.baseUrl + TDEE, { headers: { 'X-API-Key': first.key } });
  expect(answer.status).toBe(200);
  expect(rightsOfOthers(second.dataDir)).toEqual({});
  expect(await second.stop()).toBe(0);
});

it('a stop under load finishes the running calls: no accepted call fails', async () => {
  const gateway = await startGateway({ env: { LOG_LEVEL: 'warn' } });
  const load = startLoad(
    () => gateway.baseUrl + TDEE,
    () => ({ 'X-API-Key': gateway.key }),
    8,
  );
  await sleep(300);
  gateway.kill('SIGTERM');
  expect(await gateway.exited).toBe(0);
  await load.stop();
  expect([...load.answered.keys()]).toEqual([200]);
  expect(load.answered.get(200)).toBeGreaterThan(50);
  expect(load.broken()).toBe(0);
});

it('a second gateway on the same folder is refused and does not disturb the first', async () => {
  const gateway = await startGateway();
  await expect(startGateway({ dataDir: gateway.dataDir })).rejects.toThrow(/another gateway is using/);
  expect((await fetch(gateway.baseUrl + TDEE, { headers: { 'X-API-Key': gateway.key } })).status).toBe(200);
  await gateway.stop();
});

it('an invalid configuration ends the start with code 2 and lists every mistake', async () => {
  const env = { PATH: process.env.PATH, PORT: 'eighty', LOG_LEVEL: 'loud' };
  const failure: unknown = await run(process.execPath, ['gateway/main.ts'], { env }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/PORT: got "eighty".*LOG_LEVEL: got "loud"/s),
  });
});

it('a taken port ends the start with a reason', async () => {
  const gateway = await startGateway();
  const env = { PATH: process.env.PATH, PORT: String(gateway.port), DATA_DIR: `${gateway.dataDir}-other` };
  const failure: unknown = await run(process.execPath, ['gateway/main.ts'], { env }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: expect.any(Number), stderr: expect.stringContaining('EADDRINUSE') });
  await gateway.stop();
});
