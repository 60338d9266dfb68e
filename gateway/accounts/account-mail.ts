import type { Language } from '../../calculators/kit/index.ts';
import type { Change } from '../records/records.ts';

/**
 * An invitation to a client's account. Sending it creates the link (`invitationLink`), which confirms the address and
 * sets a password. The mail names the role that the user has at that moment.
 */
export interface InvitationMail {
  readonly kind: 'invitation';
  readonly to: string;
  readonly language: Language;
  readonly client: string;
  readonly userId: string;
}

/** A key was found in a public place and has been revoked. */
export interface KeyLeakedMail {
  readonly kind: 'key-leaked';
  readonly to: string;
  readonly language: Language;
  readonly client: string;
  readonly key: { readonly name: string; readonly start: string; readonly hint: string };
  /** Where the reporter found it; `null` if the report does not say. */
  readonly foundAt: string | null;
}

/** A call with a key has rotated that key. */
export interface KeyRotatedMail {
  readonly kind: 'key-rotated';
  readonly to: string;
  readonly language: Language;
  readonly client: string;
  readonly key: { readonly name: string; readonly start: string; readonly hint: string };
  /** The caller's IP address; empty if unknown. */
  readonly address: string;
}

/** A user wants to sign in with this address; the link proves that the user can read its mail. */
export interface EmailMail {
  readonly kind: 'email';
  readonly to: string;
  readonly language: Language;
  readonly userId: string;
}

/** Sent to the user's previous address. Its link (`undoLink`) restores that address. */
export interface EmailChangedMail {
  readonly kind: 'email-changed';
  readonly to: string;
  readonly language: Language;
  readonly after: string;
  /** Absent if the mail has no link: the user returned to an earlier address, or an older release queued the mail. */
  readonly changeId?: number | undefined;
}

/** Mails that the accounts send. The mail module decides their wording and transport. */
export type AccountMail = InvitationMail | KeyLeakedMail | KeyRotatedMail | EmailMail | EmailChangedMail;

/** Queues a mail within the change that it reports: the mail is sent if and only if the change commits. */
export type EnqueueAccountMail = (trx: Change, mail: AccountMail) => Promise<void>;
