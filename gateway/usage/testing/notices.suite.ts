import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPlan } from '../../accounts/plans/plans.ts';
import { actorOf, NOW, newClient, type TestClient } from '../../accounts/testing/two-clients.fixture.ts';
import { createUser, type NewUser } from '../../accounts/users/user-create.ts';
import { rememberLanguage } from '../../accounts/users/user-language.ts';
import { addCredits, postEntry } from '../../billing/ledger.ts';
import { mailEnqueuer, takeMail } from '../../mail/queue.ts';
import type { Records } from '../../records/records.ts';
import { monthOf } from '../../values/calendar.ts';
import { saveCheckpoint } from '../checkpoint.ts';
import { sendNotices } from '../notices/send-notices.ts';

const DECEMBER = Date.UTC(2026, 11, 1);

/** The guarantees of notices on every database. */
export function noticesSuite(open: () => Promise<Records>): void {
  describe('notices', () => {
    let records: Records;
    let acme: TestClient;
    let now: number;

    beforeEach(async () => {
      now = NOW;
      records = await open();
      acme = await newClient(records, 'Acme');
      await setEmail(acme.userId, 'ann@example.com');
      await setPlan(records, actor(), acme.clientId, 'free', { quota: 100, mode: 'credits' });
    });
    afterEach(() => records.close());

    const actor = () => actorOf(acme.userId, now);
    const setEmail = (id: string, email: string | null) =>
      records.db.updateTable('users').set({ email }).where('id', '=', id).execute();

    async function newUser(name: string, role: NewUser['role'], email: string | null): Promise<string> {
      const { clientId } = acme;
      const user = { clientId, name, role, email: null, language: 'en' } as const;
      const { userId } = await createUser(records, actor(), async () => undefined, user);
      await setEmail(userId, email);
      return userId;
    }

    /** Checkpoints a client's counters as a gateway does; each call has greater numbers than the last. */
    function checkpoint(used: number, taken = 0, client = acme.clientId) {
      const none = { included: 0, overage: 0, credits: 0 };
      const admitted = { included: used - taken, overage: taken, credits: taken };
      return saveCheckpoint(records, {
        client,
        month: monthOf(now),
        counter: { epoch: monthOf(now), base: none, admitted, returned: none },
        credits: { epoch: 'c', base: 0, taken, returned: 0 },
        limits: null,
        usage: [],
      });
    }
    const topUp = (credits: number, source: string) =>
      addCredits(records, actor(), { clientId: acme.clientId, credits, source, note: null });

    /** Sends the due notices and lists the queued mails: `kind to`. */
    async function look(): Promise<string[]> {
      await sendNotices(
        records,
        mailEnqueuer(() => now),
        now,
      );
      const mails = await records.db.selectFrom('mails').select(['kind', 'recipient']).execute();
      await records.db.deleteFrom('mails').execute();
      return mails.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted();
    }

    it('are mailed once per month at 80 % and at 100 % of the quota', async () => {
      await checkpoint(79);
      expect(await look()).toEqual([]);
      await checkpoint(80);
      expect(await look()).toEqual(['quota-80 ann@example.com']);
      await checkpoint(99);
      expect(await look()).toEqual([]);
      await checkpoint(100);
      expect(await look()).toEqual(['quota-100 ann@example.com']);
      await checkpoint(250);
      expect(await look()).toEqual([]);

      now = DECEMBER;
      expect(await look()).toEqual([]);
      await checkpoint(85);
      expect(await look()).toEqual(['quota-80 ann@example.com']);
    });

    it('report only 100 % if the quota is used up at once', async () => {
      await checkpoint(120);
      expect(await look()).toEqual(['quota-100 ann@example.com']);
      expect(await look()).toEqual([]);
    });

    it('about a low balance are sent once, and again only after it has recovered', async () => {
      await topUp(1_000, 'invoice:1');
      await checkpoint(1_000, 900);
      expect(await look()).toEqual(['quota-100 ann@example.com']);
      await checkpoint(1_001, 901);
      expect(await look()).toEqual(['low-balance ann@example.com']);
      now = DECEMBER;
      await checkpoint(1_050, 950);
      // The new month has a new quota; the balance is as low as before.
      expect(await look()).toEqual(['quota-100 ann@example.com']);

      await topUp(200, 'invoice:2');
      expect(await look()).toEqual([]);
      await checkpoint(1_340, 1_235);
      expect(await look()).toEqual(['low-balance ann@example.com']);
    });

    it('about a low balance are sent after a chargeback has taken the credits', async () => {
      await topUp(500, 'invoice:1');
      expect(await look()).toEqual([]);
      const back = {
        clientId: acme.clientId,
        kind: 'adjustment',
        credits: -500,
        source: 'dispute:1',
        note: null,
      } as const;
      await records.write((trx) => postEntry(trx, actor(), back));
      expect(await look()).toEqual(['low-balance ann@example.com']);
    });

    it('go to admins and finance users with a confirmed address, in the language of each', async () => {
      const fay = await newUser('Fay', 'finance', 'fay@example.com');
      await newUser('Dev', 'developer', 'dev@example.com');
      await newUser('New', 'admin', null);
      const gone = await newUser('Off', 'finance', 'off@example.com');
      await records.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', gone).execute();
      await rememberLanguage(records.db, fay, 'fr');
      await checkpoint(80);
      expect(
        await sendNotices(
          records,
          mailEnqueuer(() => now),
          now,
        ),
      ).toBe(2);

      const mails: string[] = [];
      for (;;) {
        const mail = await takeMail(records, { baseUrl: 'https://api.example.com', at: now });
        if (mail === null) break;
        mails.push(`${mail.message.to}: ${mail.message.subject}\n${mail.message.text}`);
      }
      expect(mails.toSorted()).toEqual([
        expect.stringMatching(
          /^ann@example.com: 80% of this month’s quota is used: Acme\n.* 80 of its 100 units for November 2026\.\n\n.* costs one credit\. Credits left: 0\.\n/s,
        ),
        expect.stringMatching(/^fay@example.com: 80\s% du quota du mois sont utilisés\s: Acme\n/),
      ]);
    });

    it('wait until the client has a recipient', async () => {
      await setEmail(acme.userId, null);
      await checkpoint(100);
      expect(await look()).toEqual([]);
      await setEmail(acme.userId, 'ann@example.com');
      expect(await look()).toEqual(['quota-100 ann@example.com']);
    });

    it('are sent once by machines that check at the same time', async () => {
      await checkpoint(80);
      // A file has only one gateway.
      const other = records.dialect === 'postgres' ? await open() : records;
      const enqueueMail = mailEnqueuer(() => now);
      const looks = [records, other, records, other].map((machine) => sendNotices(machine, enqueueMail, now));
      const mails = await Promise.all(looks);
      if (other !== records) await other.close();
      expect(mails.reduce((sum, count) => sum + count)).toBe(1);
      expect(await look()).toEqual(['quota-80 ann@example.com']);
      expect(await look()).toEqual([]);
    });

    it('that cannot be queued are not recorded as sent', async () => {
      await checkpoint(80);
      const broken = sendNotices(records, () => Promise.reject(new Error('disk full')), now);
      await expect(broken).rejects.toThrow('disk full');
      expect(await look()).toEqual(['quota-80 ann@example.com']);
    });

    it('contain only the client’s own account, however many clients exist', async () => {
      const many = Array.from({ length: 120 }, (_, at) => ({
        ...{ id: `cl_${at}`, name: `Client ${at}`, plan: 'free', overrides: '{"quota":10}' },
        ...{ limits_version: 1, created_at: NOW, deleted_at: null },
      }));
      const admins = many.map(({ id }) => ({
        ...{ id: `us_${id}`, client_id: id, email: `${id}@example.com`, name: 'A', password_hash: null },
        ...{ role: 'admin' as const, state: 'active' as const, created_at: NOW },
      }));
      await records.db.insertInto('clients').values(many).execute();
      await records.db.insertInto('users').values(admins).execute();
      await checkpoint(10, 0, 'cl_99');
      await checkpoint(9, 0, 'cl_3');
      expect(await look()).toEqual(['quota-100 cl_99@example.com', 'quota-80 cl_3@example.com']);
    });

    it('are never sent for a plan without a quota', async () => {
      await setPlan(records, actor(), acme.clientId, 'local', {});
      await topUp(10, 'invoice:1');
      await checkpoint(1_000_000, 10);
      expect(await look()).toEqual([]);
    });
  });
}
