import { sql } from 'kysely';
import { SESSION_IDLE_MS } from '../../accounts/sessions/sessions.ts';
import { DEVICE_LIFE_MS } from '../../accounts/sessions/sign-in.ts';
import { KEY_MS } from '../../billing/payments.ts';
import { type PruneOptions, prune, pruneByClient } from '../../records/prune.ts';
import { keptSince, type Retention } from '../../records/retention.ts';
import { dayOf, previousMonth } from '../../values/calendar.ts';

const USAGE_KEY = ['client_id', 'day', 'key_id', 'calculator', 'status', 'epoch'];

/** Ended records are kept for a day, because the clocks of several machines differ. */
const MARGIN_MS = 24 * 60 * 60 * 1_000;

/**
 * Deletes daily usage and audit entries past their retention. Billing does not depend on them: the units of each month
 * (`month_fold`), the ledger, and the units in statements (`stated_units`) are kept forever.
 */
export async function pruneHistory(
  options: PruneOptions,
  { usageMonths, auditMonths }: Retention,
  now: number,
): Promise<void> {
  const firstDay = dayOf(keptSince(now, usageMonths));
  await pruneByClient(options, 'usage_fold', USAGE_KEY, sql`day < ${firstDay}`);
  await prune(options, 'audit', 'id', sql`at < ${keptSince(now, auditMonths)}`, 'in-order');
}

/** Deletes ended sessions, known browsers, one-time links, and records of sent notices. */
export async function pruneEnded(options: PruneOptions, now: number): Promise<void> {
  const before = now - MARGIN_MS;
  const idle = sql<boolean>`expires_at <= ${before} or last_used_at <= ${before - SESSION_IDLE_MS}`;
  await prune(options, 'sessions', 'id', idle);
  await prune(options, 'devices', 'hash', sql`seen_at <= ${before - DEVICE_LIFE_MS}`);
  await prune(options, 'address_links', 'hash', sql`expires_at <= ${before}`);
  await prune(options, 'setup_links', 'id', sql`expires_at <= ${before}`);
  await prune(options, 'email_changes', 'id', sql`expires_at <= ${before}`);
  await pruneByClient(options, 'idempotency_keys', ['client_id', 'key'], sql`at <= ${before - KEY_MS}`);
  // A quota notice is sent once per month; a low-balance notice is kept until the balance recovers.
  const over = sql<boolean>`kind <> 'low-balance' and month < ${previousMonth(now)}`;
  await pruneByClient(options, 'notices', ['client_id', 'month', 'kind'], over);
}
