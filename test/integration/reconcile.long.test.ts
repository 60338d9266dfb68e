import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { run } from '../support/command-line.ts';
import { newCustomer } from '../support/customer.ts';
import { startGateway } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const CALLS = 20;

it('the command line reconciles the live counters of a running gateway without Redis', async () => {
  const dataDir = temporaryFolder('reconcile');
  const gateway = await startGateway({ dataDir, env: { LOG_LEVEL: 'warn' } });
  const records = await openRecords({ dataDir });
  const customer = await newCustomer(records, { quota: 1_000 });
  const bmi = '/api/v1/bmi?weight=65&height=168';
  for (let call = 0; call < CALLS; call += 1) expect((await customer.ask(gateway, bmi)).status).toBe(200);
  const reconcile = async () => {
    const { code, output } = await run(['reconcile', '--json'], dataDir);
    expect(code).toBe(0);
    return JSON.parse(output.slice(output.indexOf('{')));
  };
  expect(await reconcile()).toMatchObject({ counters: true, differences: [] });
  // A checkpoint that claims what nothing counted. The greater value stays.
  await waitUntil(
    'the checkpoint',
    async () => {
      const [updated] = await records.db
        .updateTable('month_fold')
        .set({ admitted_included: CALLS + 5 })
        .where('client_id', '=', customer.clientId)
        .where('admitted_included', '=', CALLS)
        .execute();
      return updated?.numUpdatedRows === 1n ? true : undefined;
    },
    20_000,
  );
  const { differences } = await reconcile();
  expect(differences).toContainEqual({
    ...{ client: customer.clientId, comparison: 'counters' },
    ...{ left: CALLS, right: CALLS + 5 },
  });
  await records.close();
  expect(await gateway.stop()).toBe(0);
}, 120_000);
