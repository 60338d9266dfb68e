import type { StatusClass } from '../../quota/contract.ts';

/** The status of a call whose caller left before the answer. HTTP has no such status; nginx uses this number. */
export const CALLER_LEFT = 499;

/** The class under which usage counts a status. */
export function statusClass(status: number): StatusClass {
  if (status < 300) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}
