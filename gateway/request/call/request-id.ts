import { randomBytes } from 'node:crypto';

/** The start distinguishes processes; the count distinguishes the requests of one process. */
const start = randomBytes(8).toString('hex');
let count = 0;

/** A new request id, short and unique. It has no meaning outside the logs. */
export function newRequestId(): string {
  count++;
  return `${start}-${count.toString(36)}`;
}
