import type { User } from '../../api/users.ts';
import { Card, Facts } from '../../components/card.tsx';
import { Instant } from '../../components/instant.tsx';
import { Notice } from '../../components/notice.tsx';
import { nameOf, t } from '../../texts/texts.ts';
import { UserState } from './user-state.tsx';

interface FactsOfUserProps {
  readonly of: User;
  readonly isMe: boolean;
}

export function FactsOfUser({ of: user, isMe }: FactsOfUserProps) {
  const { id, name, email, email_confirmed, role, state, created_at } = user;
  return (
    <>
      {isMe ? <Notice>{t('users.thisIsYou')}</Notice> : null}
      {state === 'invited' ? <Notice tone="warning">{t('users.isInvited', { email: email ?? '' })}</Notice> : null}
      {state === 'disabled' ? <Notice tone="warning">{t('users.isDisabled', { name })}</Notice> : null}
      <Card title={t('users.facts')}>
        <Facts
          of={[
            [t('users.state'), <UserState key="state" of={user} />],
            [t('users.role'), nameOf('roles', role)],
            [t('users.email'), email ?? t('users.noAddress')],
            ...(email === null
              ? []
              : [[t('users.confirmed'), t(email_confirmed ? 'users.yes' : 'users.notYet')] as const]),
            [t('users.since'), <Instant key="since" at={created_at} />],
            [t('users.id'), <code key="id">{id}</code>],
          ]}
        />
        <p class="hint">{nameOf('rolesOpen', role)}</p>
      </Card>
    </>
  );
}
