import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import { monthOf } from '../../values/calendar.ts';
import { noticesFor } from './due.ts';
import type { NoticeKind, NoticeMail } from './notice-mail.ts';
import { noticeRecipients, readStandings, type Standing } from './standing.ts';

/** Clients per read: with SQLite each read blocks the event loop. */
const CLIENTS_AT_ONCE = 100;

/** Queues a notice within the change that records it as sent. */
export type EnqueueNotice = (trx: Change, mail: NoticeMail) => Promise<void>;

/**
 * Mails the admins and finance users of every client, in their languages, when 80 % and 100 % of the month's quota are
 * used (once per month each), and when the balance is low (once until it has recovered). A notice is recorded in the
 * transaction that queues its mails, so several machines may run this at once.
 *
 * @returns how many mails were queued
 */
export async function sendNotices(records: Records, enqueueMail: EnqueueNotice, now: number): Promise<number> {
  const month = monthOf(now);
  let mails = 0;
  for (let after = ''; ; ) {
    const page = await readStandings(records.db, { after, limit: CLIENTS_AT_ONCE }, month);
    const sent = await sentNotices(
      records.db,
      page.map(({ clientId }) => clientId),
      month,
    );
    for (const standing of page) {
      const { due, recovered } = pendingNotices(standing, sent);
      if (due.length === 0 && !recovered) continue;
      mails += await records.write((trx) => notifyClient(trx, enqueueMail, standing.clientId, now));
    }
    if (page.length < CLIENTS_AT_ONCE) return mails;
    after = page.at(-1)?.clientId ?? '';
  }
}

/** Reads everything again, because another machine may have sent the notice in the meantime. */
async function notifyClient(trx: Change, enqueueMail: EnqueueNotice, clientId: string, now: number): Promise<number> {
  const month = monthOf(now);
  const [standing] = await readStandings(trx, { clientId }, month);
  if (standing === undefined) return 0;
  const { due, recovered } = pendingNotices(standing, await sentNotices(trx, [clientId], month));
  if (recovered) {
    await trx.deleteFrom('notices').where('client_id', '=', clientId).where('kind', '=', 'low-balance').execute();
  }
  for (const kind of due) {
    await trx.insertInto('notices').values({ client_id: clientId, month, kind, at: now }).execute();
  }
  // A client that has used 100 % is not told about 80 %.
  const kinds = due.filter((kind) => kind !== 'quota-80' || !due.includes('quota-100'));
  const users = await noticeRecipients(trx).where('client_id', '=', clientId).select(['email', 'language']).execute();
  let mails = 0;
  for (const { email: to, language } of users) {
    for (const kind of to === null ? [] : kinds) {
      await enqueueMail(trx, mailOf(kind, standing, { to: to ?? '', language: languageOf(language), month }));
      mails += 1;
    }
  }
  return mails;
}

interface SentNotice {
  readonly client_id: string;
  readonly kind: string;
}

/** The notices already sent for this month, and low-balance notices of any month. */
async function sentNotices(db: Reader, clients: readonly string[], month: string): Promise<SentNotice[]> {
  if (clients.length === 0) return [];
  return db
    .selectFrom('notices')
    .where('client_id', 'in', clients)
    .where((eb) => eb.or([eb('month', '=', month), eb('kind', '=', 'low-balance')]))
    .select(['client_id', 'kind'])
    .execute();
}

/** The notices still to send, and whether a balance reported as low has recovered. */
function pendingNotices(standing: Standing, sent: readonly SentNotice[]): { due: NoticeKind[]; recovered: boolean } {
  const holds = noticesFor(standing);
  const before = sent.filter(({ client_id }) => client_id === standing.clientId).map(({ kind }) => kind);
  return {
    due: holds.filter((kind) => !before.includes(kind)),
    recovered: before.includes('low-balance') && !holds.includes('low-balance'),
  };
}

function mailOf(
  kind: NoticeKind,
  { client, used, quota, mode, credits }: Standing,
  whom: Pick<NoticeMail, 'to' | 'language' | 'month'>,
): NoticeMail {
  return { kind, ...whom, client, used, quota: quota ?? 0, mode, credits };
}

/** Users whose language was never saved are written to in English. */
function languageOf(language: string | null): Language {
  return LANGUAGES.find((one) => one === language) ?? 'en';
}
