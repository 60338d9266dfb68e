import type { Language } from '../../calculators/kit/index.ts';
import type { AccountMail } from '../accounts/account-mail.ts';
import type { Change } from '../records/records.ts';
import type { NoticeMail } from '../usage/notices/notice-mail.ts';

interface Addressed {
  readonly to: string;
  readonly language: Language;
}

/** A requested password reset; sent only if the address has an account. */
export interface PasswordResetMail extends Addressed {
  readonly kind: 'password-reset';
}

/** A requested sign-up. If the address already has an account, the mail says so instead. */
export interface SignUpMail extends Addressed {
  readonly kind: 'sign-up';
  readonly name: string;
  readonly account: string;
}

/** Informs a user of a password change, in case someone else made it. */
export interface PasswordChangedMail extends Addressed {
  readonly kind: 'password-changed';
}

/** Every mail that the gateway sends. */
export type Mail = AccountMail | NoticeMail | PasswordResetMail | SignUpMail | PasswordChangedMail;

/** Queues a mail within the change that it reports: the mail is sent if and only if the change commits. */
export type EnqueueMail = (trx: Change, mail: Mail) => Promise<void>;

/** A composed mail, ready to send. */
export interface Message {
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
}
