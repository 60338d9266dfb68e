import type { Generated, Selectable } from 'kysely';
import type { OverageMode, StatusClass } from '../quota/contract.ts';

/** admin: everything of the client; developer: calls endpoints; finance: billing and usage, no endpoints. */
export type Role = 'admin' | 'developer' | 'finance';

export type KeyEnvironment = 'dev' | 'test' | 'live';

/**
 * The rows of the records, the same in SQLite and PostgreSQL. Times are milliseconds since 1970; lists and objects are
 * JSON text. No secrets: keys and links are stored as SHA-256 only.
 */
export interface Tables {
  plans: PlanTable;
  clients: ClientTable;
  users: UserTable;
  keys: KeyTable;
  consumers: ConsumerTable;
  setup_links: SetupLinkTable;
  sessions: SessionTable;
  devices: DeviceTable;
  address_links: AddressLinkTable;
  email_changes: EmailChangeTable;
  mails: MailTable;
  client_mails: ClientMailTable;
  ledger: LedgerTable;
  changes: ChangeTable;
  audit: AuditTable;
  usage_fold: UsageCheckpointTable;
  month_fold: MonthCheckpointTable;
  lost_units: LostUnitsTable;
  checkpoint_marks: CheckpointMarkTable;
  work_locks: WorkLockTable;
  credit_fold: CreditCheckpointTable;
  closed_months: ClosedMonthTable;
  stated_units: StatedUnitsTable;
  reconciliations: ReconciliationTable;
  payments: PaymentTable;
  notices: NoticeTable;
  secrets: SecretTable;
  idempotency_keys: IdempotencyKeyTable;
  installation: InstallationTable;
}

interface PlanTable {
  name: string;
  /** Included units a month; null is unlimited. */
  quota: number | null;
  /** Tokens and seconds of the burst bucket of a family of keys; both null is unlimited. */
  burst_q: number | null;
  burst_w: number | null;
  mode: OverageMode;
  ceiling: number | null;
  /** JSON list of calculator names; null allows all. */
  calculators: string | null;
  /** Price of a credit, in the currency's smallest unit (ISO 4217); both null means not for sale. */
  price_amount: number | null;
  price_currency: string | null;
  /** 1 if clients may choose this plan themselves. */
  offered: Generated<number>;
  /** Most families with a live key, and most users and applications, of a client; null is unlimited. */
  most_keys: number | null;
  most_users: number | null;
  /** Percent of a month's units that may be answered while Redis is away. */
  outage_percent: Generated<number>;
}

interface ClientTable {
  id: string;
  name: string;
  plan: string;
  /**
   * JSON object: this client's differences from its plan. Separate columns could not tell "unlimited" from "as
   * planned".
   */
  overrides: string;
  limits_version: number;
  created_at: number;
  deleted_at: number | null;
  /** The usage that developers see: none, or that of their own keys. New clients begin with `own`. */
  developer_usage: Generated<'none' | 'own'>;
  /** The keys that developers may create: none, or keys of their own. */
  developer_keys: Generated<'none' | 'own'>;
  /** The plan from `next_plan_at` on, the start of a month. */
  next_plan: string | null;
  next_plan_at: number | null;
  /** Most units a month, set by the client itself in addition to its plan; null is no limit. */
  own_ceiling: number | null;
}

interface UserTable {
  id: string;
  client_id: string;
  email: string | null;
  name: string;
  role: Role;
  state: 'invited' | 'active' | 'disabled';
  password_hash: string | null;
  created_at: number;
  /** An application has keys but cannot sign in. */
  kind: Generated<'person' | 'application'>;
  /** An unconfirmed address. It becomes the user's once the link mailed to it is used. */
  invited_email: string | null;
  /** Set on removal, which also deletes the row's personal data. */
  removed_at: number | null;
  /** Language of the last sign-in, and before it of the invitation; null if neither is known. */
  language: string | null;
}

interface KeyTable {
  id: string;
  client_id: string;
  user_id: string;
  name: string;
  environment: KeyEnvironment;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  /** The last four characters, which are part of the checksum. */
  hint: string;
  /** The first characters, `vg_live_ab12`; null for keys older than this column. */
  start: string | null;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  replaced_by: string | null;
  calculators: string | null;
  networks: string | null;
  cap: number | null;
  /**
   * Id of the first or a later key of its chain of rotations, the same for all keys of the chain. Empty for a key
   * created by an earlier release after this column was added: it is its own family.
   */
  family: Generated<string>;
  /** 1: a call with this key may rotate it. */
  rotates_itself: Generated<number>;
}

/** A client that comes through a marketplace. */
interface ConsumerTable {
  client_id: string;
  marketplace: string;
  /** The marketplace's name for the user. */
  external_user: string;
  subscription: string;
  created_at: number;
}

interface SetupLinkTable {
  id: string;
  user_id: string;
  purpose: 'set-password' | 'invitation';
  hash: string;
  expires_at: number;
  used_at: number | null;
  /** The address the link was mailed to; null for a printed link. */
  email: string | null;
}

interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie, hex. */
  hash: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  address: string | null;
  user_agent: string;
}

/** A browser that has signed in as this user before. */
interface DeviceTable {
  hash: string;
  user_id: string;
  seen_at: number;
}

/** A link that proves an address: for a sign-up (no user yet) or for a user who changes the address. */
interface AddressLinkTable {
  hash: string;
  email: string;
  user_id: string | null;
  /** JSON object: the effect of the link, as read by `accounts/`. */
  details: string;
  expires_at: number;
  used_at: number | null;
}

/** A user's previous address, which an undo link can restore. */
interface EmailChangeTable {
  /** Ascending in the order of the changes. */
  id: Generated<number>;
  user_id: string;
  /** The address before the change. The undo link is mailed to it. */
  email: string;
  /** SHA-256 of the token of the last mailed link, hex; null before the first. */
  hash: string | null;
  expires_at: number;
  /** When this link, or that of an earlier change, was used. */
  ended_at: number | null;
}

/** Mails a client has had sent to addresses of its choice, by UTC day. */
interface ClientMailTable {
  client_id: string;
  day: string;
  mails: number;
}

/** A queued mail. Its link is created when it is sent, so the queue holds no secret. */
interface MailTable {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  /** JSON object, by kind. */
  details: string;
  created_at: number;
  due_at: number;
  attempts: number;
  /** The user that the mail's link acts for. */
  user_id: string | null;
}

interface LedgerTable {
  id: string;
  client_id: string;
  kind: 'top_up' | 'settlement' | 'adjustment';
  credits: number;
  source: string;
  at: number;
  note: string | null;
}

export type ChangeKind = 'key' | 'client' | 'plan';

interface ChangeTable {
  seq: Generated<number>;
  kind: ChangeKind;
  id: string;
  at: number;
  /** When the keys of the record end, 0 for at once; null if the change ends none. */
  ends_at: number | null;
}

interface AuditTable {
  id: Generated<number>;
  at: number;
  client_id: string | null;
  actor: string;
  action: string;
  record_kind: string;
  record_id: string;
  before: string | null;
  after: string | null;
  address: string | null;
}

interface UsageCheckpointTable {
  client_id: string;
  day: string;
  key_id: string;
  calculator: string;
  status: StatusClass;
  epoch: string;
  calls: number;
  units: number;
}

interface MonthCheckpointTable {
  client_id: string;
  month: string;
  epoch: string;
  admitted_included: number;
  admitted_overage: number;
  admitted_credits: number;
  returned_included: number;
  returned_overage: number;
  returned_credits: number;
  /** The sum of the six numbers when the row was last settled and stated. They only grow. */
  stated: Generated<number>;
  /** The last command of each process that the row contains: a JSON array of `[process, sequence]`. */
  commands: Generated<string>;
}

interface CreditCheckpointTable {
  client_id: string;
  epoch: string;
  taken: number;
  returned: number;
}

/** Units that the counter store had confirmed and lost (`usage/losses.ts`). */
interface LostUnitsTable {
  epoch: string;
  client_id: string;
  month: string;
  /** The last loss: the store had confirmed this many units of the epoch, and this many of them remained. */
  remaining: number;
  confirmed: number;
  /** Units lost in all losses of the epoch. */
  lost: number;
}

/** How far the checkpoints of a process have come (`usage/checkpoint-marks.ts`). */
interface CheckpointMarkTable {
  process: string;
  through: number;
  sequence: number;
  heard: number;
  swept: Generated<number>;
  swept_at: Generated<number>;
}

interface WorkLockTable {
  name: string;
  holder: string;
  until: number;
}

interface ClosedMonthTable {
  month: string;
  closed_at: number;
}

/** A day's comparison of everything that counts calls; the last two are null while it runs. */
interface ReconciliationTable {
  day: string;
  finished_at: number | null;
  differences: number | null;
}

/** Units of a month, and the statement that lists them: its own, or that of the later month that found them. */
interface StatedUnitsTable {
  client_id: string;
  month: string;
  stated_in: string;
  included: number;
  overage: number;
  credits: number;
}

/** A purchase of credits, requested or complete. */
interface PaymentTable {
  id: string;
  client_id: string;
  /** `manual` or `stripe`. */
  provider: string;
  /** The client's own reference, unique per client: repeating it returns the same payment. */
  reference: string;
  credits: number;
  /** In the currency's smallest unit (ISO 4217); both null if no price was known. */
  amount: number | null;
  currency: string | null;
  /** `refunded`: in full. `disputed`: charged back, unless the dispute is won. */
  state: 'pending' | 'paid' | 'failed' | 'refunded' | 'disputed';
  note: string | null;
  /** Address of the provider's payment page. */
  checkout_url: string | null;
  /** The provider's id in later messages, such as a dispute. */
  intent: string | null;
  created_at: number;
  paid_at: number | null;
}

/** A secret that the installation made itself. */
interface SecretTable {
  name: string;
  value: string;
}

/** An idempotency key of a top-up. */
interface IdempotencyKeyTable {
  client_id: string;
  /** Digests of the key and of the request. */
  key: string;
  print: string;
  payment_id: string;
  at: number;
}

/** A mail that is sent at most once a month. */
interface NoticeTable {
  client_id: string;
  month: string;
  kind: string;
  at: number;
}

/** One row: see `InstallationRow`. */
interface InstallationTable {
  one: number;
  id: string;
  start: number;
  counters_start: number | null;
  journals_start: number | null;
  last_record: number | null;
}

export type PlanRow = Selectable<PlanTable>;
export type ClientRow = Selectable<ClientTable>;
export type UserRow = Selectable<UserTable>;
export type KeyRow = Selectable<KeyTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type LedgerRow = Selectable<LedgerTable>;
export type SessionRow = Selectable<SessionTable>;
