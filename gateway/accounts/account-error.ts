export type AccountErrorCode =
  | 'unknown-client'
  | 'ambiguous-client'
  | 'unknown-user'
  | 'unknown-key'
  | 'unknown-plan'
  | 'key-ended'
  | 'key-replaced'
  | 'email-taken'
  | 'source-taken'
  | 'bad-value';

/** A change of the accounts that the records do not allow. Nothing was written. The message is meant for the caller. */
export class AccountError extends Error {
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, message: string) {
    super(message);
    this.name = 'AccountError';
    this.code = code;
  }
}
