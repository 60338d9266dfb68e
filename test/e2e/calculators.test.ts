import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { identitySigner } from '../../plugins/sdk/index.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { startCalculators, TEST_SECRET } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const MAIN = join(import.meta.dirname, '../../plugins/sdk/server/main.ts');

/** The headers that a gateway with this secret sends with a call of TDEE. */
function signed(secret: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1_000);
  const call = { time, method: 'GET', target: TDEE, client: 'c', requestId: 'r', language: 'en', authenticated: true };
  return {
    'X-Gateway-Client': 'c',
    'X-Gateway-Request-Id': 'r',
    'X-Gateway-Language': 'en',
    'X-Gateway-Authenticated': 'true',
    'X-Gateway-Time': String(time),
    'X-Gateway-Signature': identitySigner({ secret, plugin: 'v1-energy' }).sign(call),
  };
}

it('a service accepts calls signed with the secret of its file, or with either secret during an exchange', async () => {
  const file = join(temporaryFolder('secret'), 'secret');
  const next = 'the-next-secret-of-tests-with-32-characters';
  writeFileSync(file, `${next},${TEST_SECRET}\n`);
  const service = await startCalculators({ SERVICE_SECRET: '', SERVICE_SECRET_FILE: file });
  for (const secret of [next, TEST_SECRET]) {
    expect((await fetch(service.baseUrl + TDEE, { headers: signed(secret) })).status).toBe(200);
  }
  expect((await fetch(service.baseUrl + TDEE)).status).toBe(401);
  expect((await fetch(service.baseUrl + TDEE, { headers: signed('x'.repeat(32)) })).status).toBe(401);
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  expect(service.output()).not.toContain(TEST_SECRET);
});

it('a service serves the configured plugins', async () => {
  const service = await startCalculators({ SERVICE_PLUGINS: 'v1-energy', SERVICE_UNSIGNED: 'answer' });
  expect(service.output()).toContain('serving v1-energy\n');
  expect((await fetch(service.baseUrl + TDEE)).status).toBe(200);
  expect((await fetch(`${service.baseUrl}/api/v1/bmi?weight=80&height=180`)).status).toBe(404);
  expect(await service.stop()).toBe(0);
});

it('a stop under load finishes the running calls: no accepted call fails', async () => {
  const service = await startCalculators({ SERVICE_UNSIGNED: 'answer', SERVICE_PLUGINS: 'v1-energy' });
  const load = startLoad(
    () => service.baseUrl + TDEE,
    () => ({}),
    8,
  );
  await waitUntil('calls', () => ((load.answered.get(200) ?? 0) > 50 ? true : undefined));

  // A call whose body is still arriving when the stop comes.
  const slow = request(`${service.baseUrl}/api/v1/tdee`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 2 },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    slow.on('response', (answer) => resolve(answer.resume().statusCode));
    slow.on('error', reject);
  });
  await new Promise<void>((resolve) => slow.write('{', () => resolve()));
  service.kill('SIGTERM');
  await waitUntil('a drain', () =>
    fetch(`${service.baseUrl}/healthz`).then(
      ({ ok }) => !ok || undefined,
      () => true,
    ),
  );
  slow.end('}');
  expect(await answered).toBe(400);
  expect(await service.exited).toBe(0);
  await load.stop();
  expect([...load.answered.keys()]).toEqual([200]);
  expect(load.broken()).toBe(0);
});

it.each([
  [{ SERVICE_PORT: 'eighty', SERVICE_UNSIGNED: 'maybe' }, /SERVICE_PORT: got "eighty".*SERVICE_UNSIGNED: got "maybe"/s],
  [{}, /SERVICE_SECRET: not set.*or SERVICE_UNSIGNED=answer/],
  [{ SERVICE_SECRET: 'too short' }, /SERVICE_SECRET: got a secret that is not shown; allowed: at least 32/],
  [{ SERVICE_UNSIGNED: 'answer', SERVICE_PLUGINS: 'v1-enrgy' }, /SERVICE_PLUGINS: got v1-enrgy; allowed: .*v1-energy/],
])('an invalid configuration (%o) ends the start with code 2 and lists every mistake', async (env, reason) => {
  const options = { env: { PATH: process.env.PATH, ...env }, cwd: temporaryFolder('no-env') };
  const failure: unknown = await promisify(execFile)(process.execPath, [MAIN], options).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
});
