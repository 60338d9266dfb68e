import { z } from 'zod';
import type { Language } from '../../../../calculators/kit/index.ts';
import type { KeySummary } from '../../../accounts/keys/key-list.ts';
import type { IssuedKey } from '../../../accounts/keys/keys.ts';
import { linkAddress, type SetupLink } from '../../../accounts/links/setup-link.ts';
import type { Plan } from '../../../accounts/plans/plans.ts';
import type { UserSummary } from '../../../accounts/users/user-list.ts';
import { isoTime } from '../../../values/instant.ts';
import { isoTimeOrNull, role } from '../fields.ts';
import type { PlatformRequest } from '../route.ts';

// Answers that several routes share, and the conversion of records to them.

const instant = z.iso.datetime();

export const userAnswer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  email_confirmed: z.boolean(),
  role,
  state: z.enum(['invited', 'active', 'disabled']),
  created_at: instant,
});

export function userBody(user: UserSummary): z.output<typeof userAnswer> {
  const { id, name, email, emailConfirmed: email_confirmed, role, state, createdAt } = user;
  return { id, name, email, email_confirmed, role, state, created_at: isoTime(createdAt) };
}

/**
 * The address of an invitation while mails wait in the outbox, for the admin who sends it; no later answer shows it.
 * `null` if a mail server delivers the invitation, or there is none.
 */
export const invitationLinkAnswer = z.string().nullable();

export function invitationLinkBody(
  { baseUrl, language: asked }: Pick<PlatformRequest, 'baseUrl' | 'language'>,
  link: SetupLink | null,
  language: Language = asked,
): string | null {
  return link && linkAddress(baseUrl, 'invitation', language, link);
}

/** A new key with its text, which no later answer shows. */
export const issuedAnswer = z.object({ id: z.string(), key: z.string(), expires_at: instant.nullable() });

export function issuedKey({ id, text, expiresAt }: IssuedKey): z.output<typeof issuedAnswer> {
  return { id, key: text, expires_at: isoTimeOrNull(expiresAt) };
}

export const keyAnswer = z.object({
  id: z.string(),
  name: z.string(),
  user: z.string(),
  application: z.string().nullable(),
  environment: z.enum(['dev', 'test', 'live']),
  start: z.string(),
  hint: z.string(),
  state: z.enum(['active', 'expiring', 'rotated', 'expired', 'revoked']),
  created_at: instant,
  last_used_at: instant.nullable(),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  replaced_by: z.string().nullable(),
  calculators: z.array(z.string()).nullable(),
  networks: z.array(z.string()).nullable(),
  cap: z.int().nullable(),
  rotates_itself: z.boolean(),
});

export function keyBody(key: KeySummary): z.output<typeof keyAnswer> {
  const { id, name, application, environment, start, hint, state, cap } = key;
  return {
    ...{ id, name, application, environment, start, hint, state, cap },
    user: key.userId,
    created_at: isoTime(key.createdAt),
    last_used_at: isoTimeOrNull(key.lastUsedAt),
    expires_at: isoTimeOrNull(key.expiresAt),
    revoked_at: isoTimeOrNull(key.revokedAt),
    replaced_by: key.replacedBy,
    rotates_itself: key.rotatesItself,
    calculators: key.calculators && [...key.calculators],
    networks: key.networks && [...key.networks],
  };
}

/** The burst of each key: `calls`, spread evenly over `seconds`. */
export const burstAnswer = z.object({ calls: z.int(), seconds: z.int() });

export function burstBody(burst: Plan['burst']): z.output<typeof burstAnswer> | null {
  return burst && { calls: burst.q, seconds: burst.w };
}

/** The treatment of calls beyond the quota. */
export const modeAnswer = z.enum(['block', 'credits', 'soft']);

export const planAnswer = z.object({
  name: z.string(),
  /** Units per month; `null` for unlimited. */
  quota: z.int().nullable(),
  burst: burstAnswer.nullable(),
  mode: modeAnswer,
  ceiling: z.int().nullable(),
  calculators: z.array(z.string()).nullable(),
  price_per_credit: z.object({ amount: z.int(), currency: z.string() }).nullable(),
  offered: z.boolean(),
  /** Maximum numbers of live keys and of users and applications of a client; `null` for unlimited. */
  most_keys: z.int().nullable(),
  most_users: z.int().nullable(),
  /** Percent of the month's units that may be answered while the counters are unreachable. */
  outage_percent: z.int(),
});

export function planBody(plan: Plan): z.output<typeof planAnswer> {
  const { name, quota, burst, mode, ceiling, calculators, price, offered, mostKeys, mostUsers, outagePercent } = plan;
  return {
    ...{ name, quota, mode, ceiling, offered },
    burst: burstBody(burst),
    calculators: calculators && [...calculators],
    price_per_credit: price && { ...price },
    most_keys: mostKeys,
    most_users: mostUsers,
    outage_percent: outagePercent,
  };
}
