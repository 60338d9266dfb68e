import type { User } from '../../api/users.ts';
import { Badge } from '../../components/badge.tsx';
import { nameOf } from '../../texts/texts.ts';

const TONES = { active: 'good', invited: 'warning', disabled: 'bad' } as const;

export function UserState({ of: { state } }: { readonly of: User }) {
  return <Badge tone={TONES[state]}>{nameOf('userStates', state)}</Badge>;
}
