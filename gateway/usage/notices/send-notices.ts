import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import { monthOf } from '../../values/calendar.ts';
import { noticesFor } from './due.ts';
import type { NoticeKind, NoticeMail } from './notice-mail.ts';
import { readStandings, type Standing, toldOf } from './standing.ts';

/** Clients in one read: at SQLite nothing else is done meanwhile. */
const CLIENTS_AT_ONCE = 100;

/** Hands a notice over as a part of the change that notes it. */
export type EnqueueNotice = (trx: Change, mail: NoticeMail) => Promise<void>;

/**
 * Tells the admins and finance users of every client, in their languages, when 80 % and 100 % of the month's quota are
 * used, once a month each, and when the balance is low, once until it was no longer. What is told is noted in the
 * transaction that queues the mails, so several machines may do this at once.
 *
 * @returns how many mails were queued
 */
export async function sendNotices(records: Records, enqueueMail: EnqueueNotice, now: number): Promise<number> {
  const month = monthOf(now);
  let mails = 0;
  for (let after = ''; ; ) {
    const page = await readStandings(records.db, { after, limit: CLIENTS_AT_ONCE }, month);
    const told = await toldBefore(
      records.db,
      page.map(({ clientId }) => clientId),
      month,
    );
    for (const standing of page) {
      const { tellNow, isOver } = news(standing, told);
      if (tellNow.length === 0 && !isOver) continue;
      mails += await records.write((trx) => tellClient(trx, enqueueMail, standing.clientId, now));
    }
    if (page.length < CLIENTS_AT_ONCE) return mails;
    after = page.at(-1)?.clientId ?? '';
  }
}

/** Everything is read again: another machine may have told it since. */
async function tellClient(trx: Change, enqueueMail: EnqueueNotice, clientId: string, now: number): Promise<number> {
  const month = monthOf(now);
  const [standing] = await readStandings(trx, { clientId }, month);
  if (standing === undefined) return 0;
  const { tellNow, isOver } = news(standing, await toldBefore(trx, [clientId], month));
  if (isOver) {
    await trx.deleteFrom('notices').where('client_id', '=', clientId).where('kind', '=', 'low-balance').execute();
  }
  for (const kind of tellNow) {
    await trx.insertInto('notices').values({ client_id: clientId, month, kind, at: now }).execute();
  }
  // Whoever has used up everything need not be told that it is nearly so.
  const kinds = tellNow.filter((kind) => kind !== 'quota-80' || !tellNow.includes('quota-100'));
  const users = await toldOf(trx).where('client_id', '=', clientId).select(['email', 'language']).execute();
  let mails = 0;
  for (const { email: to, language } of users) {
    for (const kind of to === null ? [] : kinds) {
      await enqueueMail(trx, mailOf(kind, standing, { to: to ?? '', language: known(language), month }));
      mails += 1;
    }
  }
  return mails;
}

interface Told {
  readonly client_id: string;
  readonly kind: string;
}

/** What was told of this month, and which balances were told to be low in any. */
async function toldBefore(db: Reader, clients: readonly string[], month: string): Promise<Told[]> {
  if (clients.length === 0) return [];
  return db
    .selectFrom('notices')
    .where('client_id', 'in', clients)
    .where((eb) => eb.or([eb('month', '=', month), eb('kind', '=', 'low-balance')]))
    .select(['client_id', 'kind'])
    .execute();
}

/** What has not been told yet, and whether a balance that was told to be low is so no longer. */
function news(standing: Standing, told: readonly Told[]): { tellNow: NoticeKind[]; isOver: boolean } {
  const holds = noticesFor(standing);
  const before = told.filter(({ client_id }) => client_id === standing.clientId).map(({ kind }) => kind);
  return {
    tellNow: holds.filter((kind) => !before.includes(kind)),
    isOver: before.includes('low-balance') && !holds.includes('low-balance'),
  };
}

function mailOf(
  kind: NoticeKind,
  { client, used, quota, mode, credits }: Standing,
  whom: Pick<NoticeMail, 'to' | 'language' | 'month'>,
): NoticeMail {
  return { kind, ...whom, client, used, quota: quota ?? 0, mode, credits };
}

/** Users who have not signed in since this was remembered are written to in English. */
function known(language: string | null): Language {
  return LANGUAGES.find((one) => one === language) ?? 'en';
}
