import { randomBytes } from 'node:crypto';

/** Ids differ between processes by this start, within one by the count. */
const start = randomBytes(8).toString('hex');
let count = 0;

/** A new request id: unique, short, and of no meaning to anybody but the logs. */
export function newRequestId(): string {
  count++;
  return `${start}-${count.toString(36)}`;
}
