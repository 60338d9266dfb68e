import type { Change } from '../../records/records.ts';

/**
 * Counts a mail that a client has sent to somebody it names. Part of the change that sends it: if that fails, the mail does
 * not count.
 *
 * @param day UTC, `2026-11-21`
 * @returns mails of that day, this one included
 */
export async function countMail(trx: Change, clientId: string, day: string): Promise<number> {
  await trx.deleteFrom('client_mails').where('client_id', '=', clientId).where('day', '<', day).execute();
  const { mails } = await trx
    .insertInto('client_mails')
    .values({ client_id: clientId, day, mails: 1 })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'day']).doUpdateSet((eb) => ({ mails: eb('client_mails.mails', '+', 1) })),
    )
    .returning('mails')
    .executeTakeFirstOrThrow();
  return mails;
}
