import type { NoticeKind } from './notice-mail.ts';
import type { Standing } from './standing.ts';

/** The balance is low below this percentage of the last top-up. */
const LOW_BALANCE = 10;

/**
 * The notices that apply to a client. A client without a quota never runs out and gets none. The balance matters only
 * if calls can take credits.
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
