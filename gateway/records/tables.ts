import type { Generated, Selectable } from 'kysely';
import type { OverageMode, StatusClass } from '../quota/contract.ts';

/** admin: everything of the client; developer: calls endpoints; finance: billing and usage, no endpoints. */
export type Role = 'admin' | 'developer' | 'finance';

export type KeyEnvironment = 'dev' | 'test' | 'live';

/**
 * The rows of the records, the same in SQLite and PostgreSQL. Times are milliseconds since 1970, lists and objects are
 * JSON text, and nothing here is a secret: of keys and links only the SHA-256 is stored.
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
  credit_fold: CreditCheckpointTable;
  closed_months: ClosedMonthTable;
  stated_units: StatedUnitsTable;
  payments: PaymentTable;
  notices: NoticeTable;
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
  /** What a credit costs, in the currency's smallest unit (ISO 4217); both null is not for sale. */
  price_amount: number | null;
  price_currency: string | null;
  /** 1: a client may choose it by itself. */
  offered: Generated<number>;
  /** Families with a living key, and users and applications, that a client may have; null is unlimited. */
  most_keys: number | null;
  most_users: number | null;
}

interface ClientTable {
  id: string;
  name: string;
  plan: string;
  /** JSON object: what this client has otherwise than its plan. A column each could not tell "unlimited" from "as planned". */
  overrides: string;
  limits_version: number;
  created_at: number;
  deleted_at: number | null;
  /** What developers see of the usage: nothing, or that of their own keys. */
  developer_usage: Generated<'none' | 'own'>;
  /** The plan from `next_plan_at` on, which is the beginning of a month. */
  next_plan: string | null;
  next_plan_at: number | null;
  /** The most units a month that the client itself allows, beside what its plan says; null is none. */
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
  /** An application has keys but nobody who signs in. */
  kind: Generated<'person' | 'application'>;
  /** An address that nobody has confirmed: it belongs to the user when the link mailed to it is used. */
  invited_email: string | null;
  /** What was personal in the row is gone by then. */
  removed_at: number | null;
  /** In which the user has last signed in; null: not yet. */
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
  /** The last four characters, which belong to the checksum. */
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
   * The id of the first key of its chain of rotations, or of one later in it: the same for all keys of the chain. Empty for
   * a key that a gateway of an earlier release made after this column was there: it is a family of its own.
   */
  family: Generated<string>;
  /** 1: a call with this key may rotate it. */
  rotates_itself: Generated<number>;
}

/** A client that comes through a marketplace. */
interface ConsumerTable {
  client_id: string;
  marketplace: string;
  /** As the marketplace calls it. */
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
  /** The address that it was mailed to; null for a link that was printed. */
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

/** A link that proves an address: of somebody who signs up (no user yet), or of a user who changes it. */
interface AddressLinkTable {
  hash: string;
  email: string;
  user_id: string | null;
  /** JSON object: what the link will do, as `accounts/` reads it. */
  details: string;
  expires_at: number;
  used_at: number | null;
}

/** An address that a user has left, and may have back by an undo link. */
interface EmailChangeTable {
  /** In the order of the changes. */
  id: Generated<number>;
  user_id: string;
  /** The address before the change. The undo link is mailed to it. */
  email: string;
  /** SHA-256 of the token of the link that was mailed last, hex; null: none was yet. */
  hash: string | null;
  expires_at: number;
  /** The link was used, or that of an earlier change. */
  ended_at: number | null;
}

/** Mails that a client has had sent to addresses of its choice, by UTC day. */
interface ClientMailTable {
  client_id: string;
  day: string;
  mails: number;
}

/** A mail that waits to be sent. Its link is made when it is sent, so no secret waits here. */
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
  /** The user whom the link of the mail will act for. */
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
  /** The sum of the six numbers when the row was last settled and stated: these only grow. */
  stated: Generated<number>;
}

interface CreditCheckpointTable {
  client_id: string;
  epoch: string;
  taken: number;
  returned: number;
}

interface ClosedMonthTable {
  month: string;
  closed_at: number;
}

/** Units of a month, in whose statement they stand: its own, or that of the month in which they were found later. */
interface StatedUnitsTable {
  client_id: string;
  month: string;
  stated_in: string;
  included: number;
  overage: number;
  credits: number;
}

/** Credits that somebody wants to buy, or has bought. */
interface PaymentTable {
  id: string;
  client_id: string;
  /** `manual` or `stripe`. */
  provider: string;
  /** The client's own, once a client: asking again is the same payment. */
  reference: string;
  credits: number;
  /** In the currency's smallest unit (ISO 4217); both null where no price was known. */
  amount: number | null;
  currency: string | null;
  /** `refunded`: in whole. `disputed`: charged back, unless it is won. */
  state: 'pending' | 'paid' | 'failed' | 'refunded' | 'disputed';
  note: string | null;
  /** Where it can be paid. */
  checkout_url: string | null;
  /** What the provider calls it in what comes later, such as a dispute. */
  intent: string | null;
  created_at: number;
  paid_at: number | null;
}

/** A mail that was sent once in a month. */
interface NoticeTable {
  client_id: string;
  month: string;
  kind: string;
  at: number;
}

export type PlanRow = Selectable<PlanTable>;
export type ClientRow = Selectable<ClientTable>;
export type UserRow = Selectable<UserTable>;
export type KeyRow = Selectable<KeyTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type LedgerRow = Selectable<LedgerTable>;
export type SessionRow = Selectable<SessionTable>;
