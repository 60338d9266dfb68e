import { createClientWithin } from '../gateway/accounts/clients/clients.ts';
import { createKeyWithin } from '../gateway/accounts/keys/keys.ts';
import { openRecords, type RecordsPlace } from '../gateway/records/records.ts';

/** Creates clients on the unlimited plan with a key each in the records of a running gateway. @returns the keys */
export async function createClients(place: RecordsPlace, count: number): Promise<string[]> {
  const records = await openRecords(place);
  const actor = { name: 'bench', at: Date.now(), address: null };
  try {
    return await records.write(async (change) => {
      const keys: string[] = [];
      for (let index = 0; index < count; index++) {
        const created = await createClientWithin(change, actor, {
          name: `Client ${index}`,
          plan: 'local',
          admin: { name: 'Admin', email: null },
        });
        const { text } = await createKeyWithin(change, actor, {
          ...created,
          name: 'Key',
          environment: 'live',
          expiresAt: null,
          calculators: null,
          cap: null,
        });
        keys.push(text);
      }
      return keys;
    });
  } finally {
    await records.close();
  }
}
