import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../../gateway/accounts/keys/keys.ts';
import { openRecords, type RecordsPlace } from '../../../gateway/records/records.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';
import { waitUntil } from '../../support/wait-until.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
/** Far more of an unread answer than the kernel buffers, which is about 6 MB. */
const ROWS = 8_000;

/** A caller that reads no export must not block others, on any database. */
export function slowExportReadersSuite(
  environment: () => Record<string, string>,
  place: (gateway: TestGateway) => RecordsPlace,
): void {
  let gateway: TestGateway;
  let otherKey: string;
  beforeAll(async () => {
    gateway = await startTestGateway(environment(), () => NOW);
    const records = await openRecords(place(gateway));
    const actor = { name: 'cli', at: NOW, address: null };
    const admin = { name: 'Bea', email: null };
    const { clientId, userId } = await createClient(records, actor, { name: 'Bee', plan: 'free', admin });
    const made = { clientId, userId, name: 'k', environment: 'test', expiresAt: null, calculators: null, cap: null };
    otherKey = (await createKey(records, actor, { ...made, environment: 'test' })).text;
    const long = 'k'.repeat(1_200);
    await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(ROWS)})
      insert into usage_fold (client_id, day, key_id, calculator, status, epoch, calls, units)
      select cast(${gateway.first.clientId} as text), '2026-11-01', cast(${long} as text) || n, 'bmi', '2xx', 'e', 1, 1
      from numbers`.execute(records.db);
    await records.close();
  });
  afterAll(() => gateway.stop());

  const EXPORT = '/platform/v1/usage.csv?since=2026-11-01&by=day,key';

  /** Requests an export, resolves with its first bytes, and then reads nothing more. */
  function askAndStall(path = EXPORT): Promise<{ readonly socket: Socket; readonly head: string }> {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${gateway.key}\r\n\r\n`);
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('data', (bytes) => {
        socket.pause();
        socket.on('error', () => undefined);
        resolve({ socket, head: bytes.toString('latin1', 0, 500) });
      });
    });
  }

  describe('unread exports', () => {
    it('occupy one place of their client: its second export is 429, and other clients get theirs at once', async () => {
      const first = await askAndStall();
      expect(first.head).toMatch(/^HTTP\/1.1 200 /);
      for (let again = 0; again < 3; again++) {
        const refused = await gateway.get(EXPORT);
        expect(refused.status).toBe(429);
        expect(refused.headers.get('retry-after')).toBe('10');
        expect(await refused.json()).toMatchObject({ code: 'too-many-exports' });
      }
      const began = performance.now();
      const other = await gateway.get(EXPORT, { 'X-API-Key': otherKey });
      expect(other.status).toBe(200);
      expect(await other.text()).toBe('day,key,calls,units,client_errors,server_errors,refused,key_name\r\n');
      expect(performance.now() - began).toBeLessThan(10_000);
      first.socket.destroy();
    });

    it('free their place when the caller leaves, even before the second part', async () => {
      const whole = await waitUntil('the place of the caller who left', async () => {
        const answer = await gateway.get(EXPORT);
        return answer.status === 200 ? answer.text() : undefined;
      });
      expect(whole.split('\r\n')).toHaveLength(ROWS + 2);
      for (let time = 0; time < 2; time++) (await askAndStall()).socket.destroy();
    });
  });
}
