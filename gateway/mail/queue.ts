import { z } from 'zod';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import type { Change, Records } from '../records/records.ts';
import { newId } from '../values/record-id.ts';
import { type ComposeOptions, compose } from './compose.ts';
import type { EnqueueMail, Mail, Message } from './mail.ts';

/** So long a process has a mail that it sends; then another one may try. */
const CLAIM_MS = 60_000;

/** Pauses after a failed attempt. After the last one the mail is given up. */
const PAUSES_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];

/** A mail that this process is to send now. */
export interface TakenMail {
  readonly id: string;
  readonly kind: string;
  readonly message: Message;
  /** With this one. */
  readonly attempts: number;
}

/** Puts mails into the queue. */
export function mailEnqueuer(now: () => number): EnqueueMail {
  return async (trx, { kind, to, language, ...details }) => {
    const at = now();
    await trx
      .insertInto('mails')
      .values({
        id: newId('mail'),
        kind,
        recipient: to,
        language,
        details: JSON.stringify(details),
        created_at: at,
        due_at: at,
        attempts: 0,
        user_id: 'userId' in details ? details.userId : null,
      })
      .execute();
  };
}

/**
 * Takes the mail that has been due for longest and writes it. Of several processes one gets it; if that one dies, another
 * gets it a minute later. A mail that has nothing to tell by now leaves the queue.
 *
 * @returns `null` when nothing is due
 */
export function takeMail(records: Records, options: ComposeOptions): Promise<TakenMail | null> {
  return records.write(async (trx) => {
    for (;;) {
      const row = await trx
        .selectFrom('mails')
        .selectAll()
        .where('due_at', '<=', options.at)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      const message = await compose(trx, mailOf(row), options);
      if (message === null) {
        await removeMail(trx, row.id);
        continue;
      }
      const attempts = row.attempts + 1;
      await trx
        .updateTable('mails')
        .set({ attempts, due_at: options.at + CLAIM_MS })
        .where('id', '=', row.id)
        .execute();
      return { id: row.id, kind: row.kind, message, attempts };
    }
  });
}

/** The mail was sent, or is given up. */
export async function removeMail(trx: Pick<Change, 'deleteFrom'>, id: string): Promise<void> {
  await trx.deleteFrom('mails').where('id', '=', id).execute();
}

/** Lets a mail that could not be sent be tried again later. @returns false if it was tried often enough and is gone */
export async function putBack(records: Records, mail: TakenMail, now: number): Promise<boolean> {
  const pause = PAUSES_MS[mail.attempts - 1];
  if (pause === undefined) {
    await removeMail(records.db, mail.id);
    return false;
  }
  await records.db
    .updateTable('mails')
    .set({ due_at: now + pause })
    .where('id', '=', mail.id)
    .execute();
  return true;
}

const text = z.string();
const addressed = { to: text, language: z.enum(LANGUAGES) };
const notice = {
  ...addressed,
  ...{ client: text, month: text, used: z.int(), quota: z.int(), credits: z.int() },
  mode: z.enum(['block', 'credits', 'soft']),
};

/** A row of the queue is ours, but it may be older than this release. */
const mail = z.discriminatedUnion('kind', [
  z.object({ ...addressed, kind: z.literal('invitation'), client: text, userId: text }),
  z.object({
    ...addressed,
    kind: z.literal('key-leaked'),
    client: text,
    key: z.object({ name: text, start: text, hint: text }),
    foundAt: text.nullable(),
  }),
  z.object({
    ...addressed,
    kind: z.literal('key-rotated'),
    client: text,
    key: z.object({ name: text, start: text, hint: text }),
    address: text,
  }),
  z.object({ ...notice, kind: z.literal('quota-80') }),
  z.object({ ...notice, kind: z.literal('quota-100') }),
  z.object({ ...notice, kind: z.literal('low-balance') }),
  z.object({ ...addressed, kind: z.literal('password-reset') }),
  z.object({ ...addressed, kind: z.literal('sign-up'), name: text, account: text }),
  z.object({ ...addressed, kind: z.literal('email'), userId: text }),
  z.object({ ...addressed, kind: z.literal('email-changed'), after: text, changeId: z.int().optional() }),
  z.object({ ...addressed, kind: z.literal('password-changed') }),
]);

function mailOf(row: { kind: string; recipient: string; language: string; details: string }): Mail {
  return mail.parse({ ...JSON.parse(row.details), kind: row.kind, to: row.recipient, language: row.language });
}
