import type { Config } from '../../configuration/config.ts';
import type { ConnectRetry } from '../../records/connect-retry.ts';
import { openRecords, type Records } from '../../records/records.ts';

/**
 * Opens the configured records. With `REDIS_URL`, changes are also published, so that other processes need not wait for
 * their next poll.
 *
 * @throws RecordsUnusable
 */
export async function openRecordsOf(
  { DATA_DIR, DATABASE_URL, REDIS_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>,
  patience?: ConnectRetry,
): Promise<Records> {
  const place = DATABASE_URL === null ? { dataDir: DATA_DIR } : { databaseUrl: DATABASE_URL.reveal() };
  const records = await openRecords(place, patience);
  if (REDIS_URL === null) return records;
  const { ChangesPublisher } = await import('../../records/changes/changes-publisher.ts');
  return new ChangesPublisher(REDIS_URL.reveal()).over(records);
}
