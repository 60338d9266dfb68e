import type { StatusClass } from '../../quota/contract.ts';

/** The caller did not wait for the answer. HTTP has no such status; the number is nginx's. */
export const CALLER_LEFT = 499;

/** The class under which usage counts a status. */
export function statusClass(status: number): StatusClass {
  if (status < 300) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}
