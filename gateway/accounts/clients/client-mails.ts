import type { Change } from '../../records/records.ts';

/**
 * Counts a mail that a client sends to an address of its choice. Runs within the change that sends the mail: if the
 * change fails, the mail is not counted.
 *
 * @param day UTC, `2026-11-21`
 * @returns the number of mails that day, including this one
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
