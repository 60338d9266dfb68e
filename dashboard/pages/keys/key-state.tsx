import type { Key, KeyState as State } from '../../api/keys.ts';
import type { User } from '../../api/users.ts';
import { Badge, type BadgeProps } from '../../components/badge.tsx';
import { nameOf, t } from '../../texts/texts.ts';
import { works } from './keyring.ts';

const TONES: Readonly<Record<State, NonNullable<BadgeProps['tone']>>> = {
  active: 'good',
  expiring: 'warning',
  rotated: 'warning',
  expired: 'neutral',
  revoked: 'bad',
};

interface KeyStateProps {
  readonly of: Key;
  /** Where it is known. */
  readonly owner?: User | undefined;
}

export function KeyState({ of: key, owner }: KeyStateProps) {
  if (works(key) && owner?.state === 'disabled') return <Badge tone="warning">{t('keys.ownerDisabled')}</Badge>;
  return <Badge tone={TONES[key.state]}>{nameOf('keyStates', key.state)}</Badge>;
}
