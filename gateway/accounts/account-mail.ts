import type { Language } from '../../calculators/kit/index.ts';
import type { Change } from '../records/records.ts';

/**
 * An invitation to a client's account. Its link (`invitationLink`) is made when it is sent: it confirms the address and
 * sets a password. The role in the text is the one that the user has then.
 */
export interface InvitationMail {
  readonly kind: 'invitation';
  readonly to: string;
  readonly language: Language;
  readonly client: string;
  readonly userId: string;
}

/** Somebody has found a key where it must not be; it is revoked. */
export interface KeyLeakedMail {
  readonly kind: 'key-leaked';
  readonly to: string;
  readonly language: Language;
  readonly client: string;
  readonly key: { readonly name: string; readonly start: string; readonly hint: string };
  /** Where it was found, as the finder says; `null` if it does not. */
  readonly foundAt: string | null;
}

/** A call with a key has rotated that key. */
export interface KeyRotatedMail {
  readonly kind: 'key-rotated';
  readonly to: string;
  readonly language: Language;
  readonly client: string;
  readonly key: { readonly name: string; readonly start: string; readonly hint: string };
  /** Of the caller; empty where it is not known. */
  readonly address: string;
}

/** A user wants this address; the link proves that it is the user's. */
export interface EmailMail {
  readonly kind: 'email';
  readonly to: string;
  readonly language: Language;
  readonly userId: string;
}

/** To the address that a user had before. Its link (`undoLink`) gives that address back. */
export interface EmailChangedMail {
  readonly kind: 'email-changed';
  readonly to: string;
  readonly language: Language;
  readonly after: string;
  /** Absent where there is no link: the user went back to an earlier address, or an older release has queued the mail. */
  readonly changeId?: number | undefined;
}

/** What accounts have to tell somebody. How it reads and travels is not known here. */
export type AccountMail = InvitationMail | KeyLeakedMail | KeyRotatedMail | EmailMail | EmailChangedMail;

/** Hands a mail over as a part of the change that it tells of: it is sent if, and only if, that is committed. */
export type EnqueueAccountMail = (trx: Change, mail: AccountMail) => Promise<void>;
