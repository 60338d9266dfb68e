import { expect, it } from 'vitest';
import { requireClient } from '../../gateway/accounts/find-client.ts';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { deleteClient } from '../../gateway/accounts/offboarding/client-delete.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { startCutOffGateway } from '../support/cut-off-gateway.ts';
import { observed } from '../support/fault-row.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

describeWithPostgres('a gateway that is cut off from PostgreSQL', (postgres) => {
  describeWithRedis('but not from Redis', (redis) => {
    it('refuses a revoked key within a second, and answers the others', async () => {
      const { cutOff, elsewhere, records, postgresLine, stop } = await startCutOffGateway(postgres, redis);
      const customer = () => newCustomer(records, { quota: 100 });
      const [known, revoked, deleted, unknown] = [
        await customer(),
        await customer(),
        await customer(),
        await customer(),
      ];
      const status = async (one: Customer, at = cutOff) => (await one.ask(at)).status;
      for (const one of [known, revoked, deleted]) expect(await status(one)).toBe(200);

      postgresLine.silence();
      await revokeKey(records, actor, revoked.key.id);
      const { name } = await requireClient(records.db, deleted.clientId);
      await deleteClient(records, actor, deleted.clientId, name);
      const revokedAt = performance.now();
      const refused = async () => (await status(revoked)) === 401 && (await status(deleted)) === 401;
      await waitUntil('401 where PostgreSQL is away', async () => (await refused()) || undefined, 1_000);
      const took = performance.now() - revokedAt;
      expect([await status(known), await status(known, elsewhere)]).toEqual([200, 200]);
      expect(await status(unknown)).toBe(503);
      observed({
        scenario: 'PostgreSQL does not reach a gateway; a key is revoked and a client deleted at another one',
        promise: 'both are refused within a second, other known keys work, unknown ones get 503',
        observed: `refused after ${took.toFixed(0)} ms`,
      });
      await stop();
    });
  });
});
