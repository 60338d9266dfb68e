import type { ComponentType } from 'preact';
import type { Role } from '../api/session.ts';
import type { IconName } from '../components/icon.tsx';
import type { Session } from '../session.ts';
import type { TextKey } from '../texts/texts.ts';
import { Account } from './account/account.tsx';
import { Audit } from './audit/audit.tsx';
import { Billing } from './billing/billing.tsx';
import { StatementPage } from './billing/statement.tsx';
import { KeyPage } from './keys/key.tsx';
import { Keys } from './keys/keys.tsx';
import { Marketplaces } from './marketplaces/marketplaces.tsx';
import { Overview } from './overview/overview.tsx';
import { seesUsage } from './usage/sees-usage.ts';
import { Usage } from './usage/usage.tsx';
import { UserPage } from './users/user.tsx';
import { Users } from './users/users.tsx';

/** What a page is given: the values of its path's parameters by name, and the query of its address. */
export interface PageInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

interface PageEntry {
  /** Such as `users/:user`. */
  readonly path: string;
  readonly roles: readonly Role[];
  readonly page: ComponentType<PageInput>;
}

/** A page that stands in the menu. */
interface MenuEntry extends PageEntry {
  readonly menu: TextKey;
  readonly icon: IconName;
  /** Not in the menu where it could only say that it is not for the user. */
  readonly isOffered?: (session: Session) => boolean;
}

const EVERYBODY: readonly Role[] = ['admin', 'developer', 'finance'];
/** Those who look after the money. */
const MONEY: readonly Role[] = ['admin', 'finance'];
const ADMIN: readonly Role[] = ['admin'];

/** The pages, in the order of the menu. */
export const PAGES: readonly (PageEntry | MenuEntry)[] = [
  { path: '', roles: EVERYBODY, page: Overview, menu: 'overview.title', icon: 'overview' },
  { path: 'keys', roles: EVERYBODY, page: Keys, menu: 'keys.title', icon: 'keys' },
  { path: 'keys/:key', roles: EVERYBODY, page: KeyPage },
  { path: 'users', roles: ADMIN, page: Users, menu: 'users.title', icon: 'users' },
  { path: 'users/:user', roles: ADMIN, page: UserPage },
  { path: 'usage', roles: EVERYBODY, page: Usage, menu: 'usage.title', icon: 'usage', isOffered: seesUsage },
  { path: 'billing', roles: MONEY, page: Billing, menu: 'billing.title', icon: 'billing' },
  { path: 'billing/statements/:month', roles: MONEY, page: StatementPage },
  { path: 'audit', roles: ADMIN, page: Audit, menu: 'audit.title', icon: 'audit' },
  {
    path: 'marketplaces',
    roles: MONEY,
    page: Marketplaces,
    menu: 'marketplaces.title',
    icon: 'marketplaces',
    isOffered: ({ client }) => client.marketplaces.length > 0,
  },
  { path: 'account', roles: EVERYBODY, page: Account, menu: 'account.title', icon: 'account' },
];

export function menuOf(session: Session): readonly MenuEntry[] {
  return PAGES.filter((entry) => 'menu' in entry).filter(
    ({ roles, isOffered }) => roles.includes(session.me.role) && (isOffered?.(session) ?? true),
  );
}
