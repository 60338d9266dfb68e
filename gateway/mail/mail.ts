import type { Language } from '../../calculators/kit/index.ts';
import type { AccountMail } from '../accounts/account-mail.ts';
import type { Change } from '../records/records.ts';
import type { NoticeMail } from '../usage/notices/notice-mail.ts';

interface Addressed {
  readonly to: string;
  readonly language: Language;
}

/** Somebody has asked for a new password for this address; sent only if it has an account. */
export interface PasswordResetMail extends Addressed {
  readonly kind: 'password-reset';
}

/** Somebody wants an account with this address; whoever has one is told so instead. */
export interface SignUpMail extends Addressed {
  readonly kind: 'sign-up';
  readonly name: string;
  readonly account: string;
}

/** A password was changed: if not by its user, the user learns of it. */
export interface PasswordChangedMail extends Addressed {
  readonly kind: 'password-changed';
}

/** Everything that the gateway mails. */
export type Mail = AccountMail | NoticeMail | PasswordResetMail | SignUpMail | PasswordChangedMail;

/** Hands a mail over as a part of the change that it tells of: it is sent if, and only if, that is committed. */
export type EnqueueMail = (trx: Change, mail: Mail) => Promise<void>;

/** A mail as it is sent. */
export interface Message {
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
}
