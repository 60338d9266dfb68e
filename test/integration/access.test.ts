import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';

describe.each(MODES)('with calculators %s', (_mode, start) => {
  const BMI = '/api/v1/bmi?weight=65&height=168';

  let gateway: TestGateway;
  /** Works on the same records as the gateway, like the command line. */
  let records: Records;
  const actor = { name: 'test', at: Date.now(), address: null };

  beforeAll(async () => {
    gateway = await start();
    records = await openRecords({ dataDir: gateway.dataDir });
  });
  afterAll(async () => {
    await records.close();
    await gateway.stop();
  });

  async function clientWith(options: { role?: 'finance'; calculators?: string[]; burst?: { q: number; w: number } }) {
    const name = `Client ${Math.random()}`;
    const created = await createClient(records, actor, { name, plan: 'free', admin: { name: 'A', email: null } });
    const { role, calculators = null, burst = null } = options;
    await setPlan(records, actor, created.clientId, 'free', { quota: 100, burst });
    if (role) await records.db.updateTable('users').set({ role }).where('id', '=', created.userId).execute();
    const key = await createKey(records, actor, {
      ...created,
      name: 'k',
      environment: 'test',
      expiresAt: null,
      calculators,
      cap: null,
    });
    return { get: (path: string) => gateway.get(path, { 'X-API-Key': key.text }) };
  }

  const left = (response: Response) => response.headers.get('ratelimit') ?? '';

  it('a finance key opens no calculator: 403 with the reason, and the quota is untouched', async () => {
    const finance = await clientWith({ role: 'finance' });
    for (const path of [TDEE, '/api/v1', '/api/v1/nothing']) {
      const response = await finance.get(path);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'role-not-allowed',
        detail: expect.stringContaining('billing'),
      });
      expect(left(response)).toContain('"month";r=100;');
    }
  });

  it('a key for some calculators opens no other', async () => {
    const client = await clientWith({ calculators: ['bmi'] });
    expect((await client.get(BMI)).status).toBe(200);
    const response = await client.get(TDEE);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'calculator-not-included' });
    expect(left(response)).toContain('"month";r=99;');
  });

  it('a call of an unknown calculator takes nothing, not even from the burst', async () => {
    const client = await clientWith({ burst: { q: 2, w: 3_600 } });
    for (let call = 0; call < 5; call++) {
      const response = await client.get('/api/v1/nothing');
      expect(response.status).toBe(404);
      expect(left(response)).toMatch(/^"burst";r=2;t=0, "month";r=100;/);
    }
    expect((await client.get(BMI)).status).toBe(200);
  });
});
