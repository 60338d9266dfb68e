import { randomBytes } from 'node:crypto';

/** Two processes differ in this start; two ids of one process differ in the count. */
const start = randomBytes(8).toString('hex');
let count = 0;

/** A new request id. It is unique and short, and means something in the logs only. */
export function newRequestId(): string {
  count++;
  return `${start}-${count.toString(36)}`;
}
