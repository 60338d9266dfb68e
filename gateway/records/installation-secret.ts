import { randomBytes } from 'node:crypto';
import type { Records } from './records.ts';

/** A secret of the installation, made when it is first asked for. All gateways of the installation share it. */
export async function installationSecret({ db }: Pick<Records, 'db'>, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
