import type { NoticeKind } from './notice-mail.ts';
import type { Standing } from './standing.ts';

/** Of the last top-up, in per cent: below it the balance is low. */
const LOW_BALANCE = 10;

/**
 * What could be told of a client as it stands. An account without a quota never runs out, and credits concern only those
 * whose calls take them: neither is told anything of what it does not need.
 */
export function noticesFor({
  quota,
  used,
  mode,
  credits,
  lastTopUp,
}: Omit<Standing, 'clientId' | 'client'>): NoticeKind[] {
  if (quota === null) return [];
  const notices: NoticeKind[] = [];
  if (quota > 0 && used * 100 >= quota * 80) notices.push('quota-80');
  if (quota > 0 && used >= quota) notices.push('quota-100');
  if (mode === 'credits' && lastTopUp !== null && credits * 100 < lastTopUp * LOW_BALANCE) notices.push('low-balance');
  return notices;
}
