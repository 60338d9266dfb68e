import type { AccountError, AccountErrorCode } from '../../records/account-error.ts';
import type { ProblemCode } from '../../request/problems/catalogue.ts';

/** The answer to a change that the records do not allow. */
export type AccountRefusal =
  | { readonly kind: 'problem'; readonly code: ProblemCode; readonly detail?: string }
  /** 409: another state would allow the change. `reason` is a member of the problem and selects its detail. */
  | { readonly kind: 'conflict'; readonly reason: AccountErrorCode }
  /** 400: an input is invalid or names something that does not exist. */
  | { readonly kind: 'input'; readonly field: string; readonly message: string };

const REFUSALS: Readonly<Record<AccountErrorCode, AccountRefusal>> = {
  // Records of others look as if they did not exist: they get the same answer as an unknown path.
  'unknown-client': { kind: 'problem', code: 'not-found' },
  'ambiguous-client': { kind: 'problem', code: 'not-found' },
  'unknown-user': { kind: 'problem', code: 'not-found' },
  'unknown-key': { kind: 'problem', code: 'not-found' },
  'unknown-session': { kind: 'problem', code: 'not-found' },
  'sign-in-not-recent': { kind: 'problem', code: 'recent-sign-in-required' },
  'unknown-plan': { kind: 'input', field: 'plan', message: 'input.unknown_plan' },
  'unknown-calculator': { kind: 'input', field: 'calculators', message: 'input.unknown_calculator' },
  'not-confirmed': { kind: 'input', field: 'confirm', message: 'input.not_confirmed' },
  'wrong-password': { kind: 'input', field: 'current_password', message: 'input.wrong_password' },
  'bad-value': { kind: 'input', field: '', message: 'input.malformed' },
  'key-ended': { kind: 'conflict', reason: 'key-ended' },
  'key-replaced': { kind: 'conflict', reason: 'key-replaced' },
  'two-keys-live': { kind: 'conflict', reason: 'two-keys-live' },
  'rotation-by-key-off': { kind: 'problem', code: 'session-required', detail: 'detail_rotation' },
  'too-many-keys': { kind: 'conflict', reason: 'too-many-keys' },
  'too-many-new-keys': { kind: 'conflict', reason: 'too-many-new-keys' },
  'too-many-users': { kind: 'conflict', reason: 'too-many-users' },
  'email-taken': { kind: 'conflict', reason: 'email-taken' },
  'source-taken': { kind: 'conflict', reason: 'source-taken' },
  'idempotency-key-reused': { kind: 'problem', code: 'idempotency-key-reused' },
  'too-many-payments': { kind: 'conflict', reason: 'too-many-payments' },
  'last-admin': { kind: 'conflict', reason: 'last-admin' },
  'user-not-active': { kind: 'conflict', reason: 'user-not-active' },
  'user-not-invited': { kind: 'conflict', reason: 'user-not-invited' },
  'plan-not-offered': { kind: 'conflict', reason: 'plan-not-offered' },
  'not-for-sale': { kind: 'conflict', reason: 'not-for-sale' },
};

export function refusalOf({ code, field }: AccountError): AccountRefusal {
  const refusal = REFUSALS[code];
  return refusal.kind === 'input' && field !== '' ? { ...refusal, field } : refusal;
}
