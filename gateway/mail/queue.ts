import { z } from 'zod';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import type { Change, Records } from '../records/records.ts';
import { newId } from '../values/record-id.ts';
import { type ComposeOptions, compose } from './compose.ts';
import type { EnqueueMail, Mail, Message } from './mail.ts';

/** How long a mail is reserved for the process that sends it; then another process may try. */
const CLAIM_MS = 60_000;

/** Pauses after failed attempts. After the last one the mail is given up. */
const PAUSES_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];

/** A mail reserved for this process to send. */
export interface TakenMail {
  readonly id: string;
  readonly kind: string;
  readonly message: Message;
  /** Including this one. */
  readonly attempts: number;
}

/** Returns a function that puts mails into the queue. */
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
 * Reserves and composes the mail that has been due longest. Only one process gets it; if that process dies, another
 * gets it a minute later. A mail that no longer applies is removed from the queue.
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

/** Removes a mail that was sent or given up. */
export async function removeMail(trx: Pick<Change, 'deleteFrom'>, id: string): Promise<void> {
  await trx.deleteFrom('mails').where('id', '=', id).execute();
}

/**
 * Schedules another attempt for a mail that could not be sent.
 *
 * @returns false if that was the last attempt and the mail is removed
 */
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

/** Our own rows, but an older release may have written them. */
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
