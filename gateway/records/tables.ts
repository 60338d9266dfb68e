import type { Generated, Selectable } from 'kysely';
import type { KeyEnvironment, Role } from '../accounts/principal.ts';
import type { OverageMode, StatusClass } from '../quota/contract.ts';

/**
 * The rows of the records, the same in SQLite and PostgreSQL. Times are milliseconds since 1970, lists and objects are
 * JSON text, and nothing here is a secret: of keys and links only the SHA-256 is stored.
 */
export interface Tables {
  plans: PlanTable;
  clients: ClientTable;
  users: UserTable;
  keys: KeyTable;
  setup_links: SetupLinkTable;
  ledger: LedgerTable;
  changes: ChangeTable;
  audit: AuditTable;
  usage_fold: UsageFoldTable;
  month_fold: MonthFoldTable;
  credit_fold: CreditFoldTable;
}

interface PlanTable {
  name: string;
  /** Included units a month; null is unlimited. */
  quota: number | null;
  /** Tokens and seconds of the burst bucket of a key; both null is unlimited. */
  burst_q: number | null;
  burst_w: number | null;
  mode: OverageMode;
  ceiling: number | null;
  /** JSON list of calculator names; null allows all. */
  calculators: string | null;
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
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  replaced_by: string | null;
  calculators: string | null;
  networks: string | null;
  cap: number | null;
}

interface SetupLinkTable {
  id: string;
  user_id: string;
  purpose: 'set-password' | 'invitation';
  hash: string;
  expires_at: number;
  used_at: number | null;
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

interface UsageFoldTable {
  client_id: string;
  day: string;
  key_id: string;
  calculator: string;
  status: StatusClass;
  epoch: string;
  calls: number;
  units: number;
}

interface MonthFoldTable {
  client_id: string;
  month: string;
  epoch: string;
  admitted_included: number;
  admitted_overage: number;
  admitted_credits: number;
  returned_included: number;
  returned_overage: number;
  returned_credits: number;
}

interface CreditFoldTable {
  client_id: string;
  epoch: string;
  taken: number;
  returned: number;
}

export type PlanRow = Selectable<PlanTable>;
export type ClientRow = Selectable<ClientTable>;
export type KeyRow = Selectable<KeyTable>;
export type LedgerRow = Selectable<LedgerTable>;
