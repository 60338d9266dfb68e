import type { ReporterKeys } from '../../accounts/keys/leak-signature.ts';
import type { Payments } from '../../billing/stripe/open-payments.ts';
import type { EnqueueMail } from '../../mail/mail.ts';
import type { Marketplace } from '../../marketplace/marketplaces-file.ts';
import type { Records } from '../../records/records.ts';
import type { Retention } from '../../records/retention.ts';
import type { Idempotency } from '../../request/idempotency/idempotency.ts';
import type { NamedCalculator } from '../../request/routes/calculator-names.ts';
import type { Exports } from './exports.ts';
import type { Permission } from './permissions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import type { StrangerMails } from './stranger-mails.ts';

/** Who may become a user: anyone, people whom an admin invites, or no one. */
export type Signup = 'open' | 'invite' | 'closed';

/** The dependencies of the routes, shared by all calls of a process. */
export interface PlatformServices {
  readonly records: Records;
  /** Queues a mail in the same transaction as the change that it announces. */
  readonly enqueueMail: EnqueueMail;
  /** Queues mails to addresses that a client names, with a daily limit. */
  readonly strangers: StrangerMails;
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  readonly signup: Signup;
  /** Whether mails wait in the folder `outbox` for the operator, because no mail server is configured. */
  readonly outbox: boolean;
  /** The currently loaded calculators by name. */
  readonly calculators: () => ReadonlyMap<string, NamedCalculator>;
  readonly marketplaces: readonly Marketplace[];
  readonly permissions: readonly Permission[];
  readonly payments: Payments;
  readonly idempotency: Idempotency;
  readonly throttle: SignInThrottle;
  readonly exports: Exports;
  readonly retention: Retention;
  /** Usage in the records contains every call that was counted before this instant, in milliseconds since 1970. */
  readonly usageAsOf: () => number;
  /**
   * Units of a month that processes hold for a client and that no usage contains yet; `null` while the counters do not
   * answer.
   */
  readonly unitsHeld: (client: string, month: string) => Promise<number | null>;
  /** Public keys of those who may report leaked keys; `null` if no one may. */
  readonly leakReporters: ReporterKeys | null;
}
