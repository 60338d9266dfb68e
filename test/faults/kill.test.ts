import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** `KILLS=50 npx vitest run test/faults/kill.test.ts` for the long run. */
const KILLS = Number(process.env.KILLS ?? 5);
const CALLERS = 16;
const QUOTA = 100_000_000;

it(`a gateway that is killed ${KILLS} times under load has counted every call it answered`, async () => {
  const dataDir = temporaryFolder('kill');
  const env = { LOG_LEVEL: 'warn' };
  let gateway = await startGateway({ dataDir, env });
  const { key } = gateway;
  await limitTheOnlyClient(dataDir);

  let answered = 0;
  let inFlight = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const load = startLoad(
      () => gateway.baseUrl + TDEE,
      () => ({ 'X-API-Key': key }),
      CALLERS,
    );
    await waitUntil('an answer', () => (load.answered.size > 0 ? true : undefined));
    await sleep(100 + ((kill * 37) % 100));
    gateway.kill('SIGKILL');
    await gateway.exited;
    await load.stop();
    expect([...load.answered.keys()]).toEqual([200]);
    answered += load.answered.get(200) ?? 0;
    inFlight += load.broken();
    gateway = await startGateway({ dataDir, env });
  }

  const counted = QUOTA - (await left(gateway.baseUrl, key));
  expect(answered).toBeGreaterThan(KILLS * CALLERS);
  expect(counted).toBeGreaterThanOrEqual(answered);
  expect(counted).toBeLessThanOrEqual(answered + inFlight);
  console.info(`${KILLS} kills: ${answered} answered, ${counted} counted, ${inFlight} in flight at a kill`);
  expect(await gateway.stop()).toBe(0);
}, 300_000);

async function limitTheOnlyClient(dataDir: string): Promise<void> {
  const records = await openRecords({ dataDir });
  const { id } = await records.db.selectFrom('clients').select('id').executeTakeFirstOrThrow();
  const actor = { name: 'test', at: Date.now(), address: null };
  await setPlan(records, actor, id, 'local', { quota: QUOTA });
  await records.close();
}

/** The rest of the month according to the headers. The request itself is free. */
async function left(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/nothing`, { headers: { 'X-API-Key': key } });
  return Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
}
