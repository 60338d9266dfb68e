import type { Reader, Records } from '../../records/records.ts';
import type { ClientRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { requireClient } from '../find-client.ts';
import { requireName } from './clients.ts';

/** The account settings that a client's admin controls. */
export interface ClientSettings {
  readonly name: string;
  /** Which usage developers see: none, or that of their own keys. */
  readonly developerUsage: ClientRow['developer_usage'];
  /** Which keys developers may create: none, or keys of their own. */
  readonly developerKeys: ClientRow['developer_keys'];
}

/** @throws AccountError `unknown-client` */
export async function readClientSettings(db: Reader, clientId: string): Promise<ClientSettings> {
  const { name, developer_usage, developer_keys } = await requireClient(db, clientId);
  return { name, developerUsage: developer_usage, developerKeys: developer_keys };
}

/** Changes the given settings and keeps the others. @throws AccountError `unknown-client`, `bad-value` */
export function changeClientSettings(
  records: Records,
  actor: Actor,
  clientId: string,
  change: Partial<ClientSettings>,
): Promise<ClientSettings> {
  return records.write(async (trx) => {
    const before = await readClientSettings(trx, clientId);
    const after = { ...before, ...change, name: requireName(change.name ?? before.name) };
    if (JSON.stringify(before) === JSON.stringify(after)) return after;
    await trx
      .updateTable('clients')
      .set({ name: after.name, developer_usage: after.developerUsage, developer_keys: after.developerKeys })
      .where('id', '=', clientId)
      .execute();
    await recordAudit(trx, actor, {
      client: clientId,
      action: 'client.change',
      record: { kind: 'client', id: clientId },
      before,
      after,
    });
    return after;
  });
}
