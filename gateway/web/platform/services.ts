import type { ReporterKeys } from '../../accounts/keys/leak-signature.ts';
import type { Payments } from '../../billing/stripe/open-payments.ts';
import type { EnqueueMail } from '../../mail/mail.ts';
import type { Marketplace } from '../../marketplace/marketplaces-file.ts';
import type { Records } from '../../records/records.ts';
import type { Retention } from '../../records/retention.ts';
import type { Exports } from './exports.ts';
import type { Permission } from './permissions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import type { StrangerMails } from './stranger-mails.ts';

/** Who may come in as somebody new: anybody, whom an admin invites, or nobody. */
export type Signup = 'open' | 'invite' | 'closed';

/** What the routes work with, the same for every call of a process. */
export interface PlatformServices {
  readonly records: Records;
  /** Puts a mail into the queue, as a part of the change that it tells of. */
  readonly enqueueMail: EnqueueMail;
  /** The same for mails to addresses that a client names. */
  readonly strangers: StrangerMails;
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  readonly signup: Signup;
  /** Names of the calculators that are loaded now. */
  readonly calculators: () => ReadonlySet<string>;
  readonly marketplaces: readonly Marketplace[];
  readonly permissions: readonly Permission[];
  readonly payments: Payments;
  readonly throttle: SignInThrottle;
  readonly exports: Exports;
  readonly retention: Retention;
  /** Who may report leaked keys; `null`: nobody. */
  readonly leakReporters: ReporterKeys | null;
}
