import type { Role } from '../../api/session.ts';
import { OTHERS, type UsageGroup, type UsageHistory } from '../../api/usage.ts';
import { hrefOf } from '../../navigation/router.ts';
import { formatDay } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';

export interface GroupName {
  readonly name: string;
  /** Last characters of a key, because two keys may have the same name. */
  readonly hint: string | null;
}

/** The name of a value of a group: people know their keys and users by name. */
export function groupName({ keys, users }: UsageHistory, by: UsageGroup, value: string): GroupName {
  switch (by) {
    case 'day':
      return plain(formatDay(value));
    case 'status':
      return plain(nameOf('usageStatus', value));
    case 'calculator':
      return plain(value === OTHERS ? t('usage.otherCalculators') : value || t('usage.noCalculator'));
    case 'user':
      return plain(value === OTHERS ? t('usage.otherUsers') : userName(users, value));
    case 'key': {
      if (value === OTHERS) return plain(t('usage.otherKeys'));
      const key = keys.find(({ id }) => id === value);
      return key ? { name: key.name, hint: `…${key.hint}` } : plain(value || t('usage.noKey'));
    }
  }
}

/** The page about a value of a group, if the user may see it; else `null`. */
export function groupPage({ keys, users }: UsageHistory, by: UsageGroup, value: string, role: Role): string | null {
  if (by === 'key' && role !== 'finance' && keys.some(({ id }) => id === value)) return hrefOf(['keys', value]);
  // Applications and deleted users have no page.
  const isPerson = value.startsWith('us_') && users.some(({ id, name }) => id === value && name !== '');
  return by === 'user' && role === 'admin' && isPerson ? hrefOf(['users', value]) : null;
}

function userName(users: UsageHistory['users'], id: string): string {
  const user = users.find((one) => one.id === id);
  if (user) return user.name || t('usage.removedUser');
  return id || t('usage.noUser');
}

function plain(name: string): GroupName {
  return { name, hint: null };
}
