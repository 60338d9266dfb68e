import { z } from 'zod';
import type { LeasedUse } from '../../admission/lease-journal.ts';

const whole = z.int().nonnegative();
const row = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.enum(['2xx', '4xx', '5xx', '401', '403', '429', 'returned']),
  whole,
  whole,
]);
const use = z.tuple([z.string(), whole, z.string(), z.string(), z.array(row)]);
const record = z.array(use);

/** The uses of leases as the payload of a journal record. Arrays, because names would be most of the bytes. */
export function leaseRecord(uses: readonly LeasedUse[]): string {
  return JSON.stringify(
    uses.map(({ client, number, month, epoch, rows }) => [
      client,
      number,
      month,
      epoch,
      rows.map(({ day, key, family, calculator, status, calls, units }) => [
        day,
        key,
        family,
        calculator,
        status,
        calls,
        units,
      ]),
    ]),
  );
}

/**
 * Reads the payload of a journal record.
 *
 * @throws if this version did not write it
 */
export function readLeaseRecord(payload: string): LeasedUse[] {
  return record.parse(JSON.parse(payload)).map(([client, number, month, epoch, rows]) => ({
    ...{ client, number, month, epoch },
    rows: rows.map(([day, key, family, calculator, status, calls, units]) => {
      return { day, key, family, calculator, status, calls, units };
    }),
  }));
}
