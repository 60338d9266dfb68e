export type AccountErrorCode =
  | 'unknown-client'
  | 'ambiguous-client'
  | 'unknown-user'
  | 'unknown-key'
  | 'unknown-session'
  | 'wrong-password'
  | 'sign-in-not-recent'
  | 'unknown-plan'
  | 'unknown-calculator'
  | 'key-ended'
  | 'key-replaced'
  | 'two-keys-live'
  | 'rotation-by-key-off'
  | 'too-many-keys'
  | 'too-many-new-keys'
  | 'too-many-users'
  | 'email-taken'
  | 'source-taken'
  | 'idempotency-key-reused'
  | 'too-many-payments'
  | 'last-admin'
  | 'user-not-active'
  | 'user-not-invited'
  | 'plan-not-offered'
  | 'not-for-sale'
  | 'not-confirmed'
  | 'bad-value';

/** A change of the accounts that the records refuse. Nothing was written. The message is meant for the caller. */
export class AccountError extends Error {
  readonly code: AccountErrorCode;
  /** For `bad-value`, the input concerned; empty if it concerns no single input. */
  readonly field: string;
  /** Numbers to insert into the message to the caller. */
  readonly values: Readonly<Record<string, number>>;

  constructor(code: AccountErrorCode, message: string, field = '', values: Readonly<Record<string, number>> = {}) {
    super(message);
    this.name = 'AccountError';
    this.code = code;
    this.field = field;
    this.values = values;
  }
}
