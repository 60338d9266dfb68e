import type { ComponentType } from 'preact';
import type { Role } from '../api/session.ts';
import type { Session } from '../api/session-context.ts';
import type { IconName } from '../components/icon.tsx';
import { Account } from '../pages/account/account.tsx';
import { Audit } from '../pages/audit/audit.tsx';
import { Billing } from '../pages/billing/billing.tsx';
import { StatementPage } from '../pages/billing/statement.tsx';
import { KeyPage } from '../pages/keys/key.tsx';
import { Keys } from '../pages/keys/keys.tsx';
import { Marketplaces } from '../pages/marketplaces/marketplaces.tsx';
import { Overview } from '../pages/overview/overview.tsx';
import type { PageInput } from '../pages/page-input.ts';
import { seesUsage } from '../pages/usage/sees-usage.ts';
import { Usage } from '../pages/usage/usage.tsx';
import { UserPage } from '../pages/users/user.tsx';
import { Users } from '../pages/users/users.tsx';
import type { TextKey } from '../texts/texts.ts';

interface PageEntry {
  /** Such as `users/:user`. */
  readonly path: string;
  readonly roles: readonly Role[];
  readonly page: ComponentType<PageInput>;
}

/** A page in the menu. */
interface MenuEntry extends PageEntry {
  readonly menu: TextKey;
  readonly icon: IconName;
  /** Hides the page from the menu if the user cannot use it. */
  readonly isOffered?: (session: Session) => boolean;
}

const EVERYBODY: readonly Role[] = ['admin', 'developer', 'finance'];
/** The roles that manage money. */
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
