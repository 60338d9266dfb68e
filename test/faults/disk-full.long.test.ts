import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { newCustomer } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 10_000_000;

/** No file of the process may grow beyond this size: a full disk that needs no disk of its own. */
function limitFiles({ pid }: RunningGateway, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

it('a disk that gets full under load: calls get 503 until it has room again, and every answered one is counted', async () => {
  const gateway = await startGateway({ env: { LOG_LEVEL: 'fatal' } });
  const records = await openRecords({ dataDir: gateway.dataDir });
  const customer = await newCustomer(records, { quota: QUOTA });
  await records.close();
  const load = startLoad(
    () => gateway.baseUrl + TDEE,
    () => customer.headers,
    8,
  );
  const count = (status: number) => load.answered.get(status) ?? 0;
  await waitUntil('answers', () => count(200) > 200 || undefined);
  limitFiles(gateway, 1_000);
  await waitUntil('refusals', () => count(503) > 200 || undefined);
  const ready = await fetch(`${gateway.baseUrl}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ parts: { counters: 'down' }, reasons: { counters: 'failing' } });
  limitFiles(gateway, 'unlimited');
  const before = count(200);
  await waitUntil('answers again', () => count(200) > before + 200 || undefined);
  await load.stop();
  const counted = QUOTA - (await customer.left(gateway));
  observed({
    scenario: 'the disk of a gateway without Redis gets full under load, and has room again',
    promise: 'calls that cannot be counted get 503; every answered call is counted once',
    observed: `${countsText({ answered: count(200), counted })}; ${count(503)} refused`,
  });
  expect([...load.answered.keys()].sort()).toEqual([200, 503]);
  expect(load.broken()).toBe(0);
  expect(counted).toBe(count(200));
  expect(await gateway.stop()).toBe(0);
}, 60_000);

it('a start on a full disk ends by name, with exit code 1, and a later one goes on', async () => {
  const dataDir = temporaryFolder('full');
  const main = join(import.meta.dirname, '../../gateway/main.ts');
  const { status, stdout, stderr } = spawnSync('prlimit', ['--fsize=0:unlimited', process.execPath, main], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ADMIN_PORT: 'off', DATA_DIR: dataDir },
    cwd: temporaryFolder('gateway'),
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(new RegExp(`^${dataDir} cannot be used: [^\\n]+\\n$`));
  const later = await startGateway({ dataDir });
  expect(await later.stop()).toBe(0);
}, 60_000);
