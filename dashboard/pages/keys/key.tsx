import { useState } from 'preact/hooks';
import { type Key, readKey } from '../../api/keys.ts';
import type { Role } from '../../api/session.ts';
import { useSession } from '../../api/session-context.ts';
import { useLoad } from '../../api/use-load.ts';
import { readUsers, type User } from '../../api/users.ts';
import { Address } from '../../components/address.tsx';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { formatNumber } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import type { PageInput } from '../page-input.ts';
import { seesUsage } from '../usage/sees-usage.ts';
import { EditKey } from './edit-key.tsx';
import { KeyNotice } from './key-notice.tsx';
import { KeyOwner } from './key-owner.tsx';
import { KeyState } from './key-state.tsx';
import { OrNever } from './key-table.tsx';
import { works } from './keyring.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { UsageOfKey } from './usage-of-key.tsx';

interface OwnedKey {
  readonly key: Key;
  /** Of a person, for admins. */
  readonly owner: User | undefined;
}

async function readOwnedKey(id: string, role: Role): Promise<OwnedKey> {
  const [key, users] = await Promise.all([readKey(id), role === 'admin' ? readUsers() : []]);
  return { key, owner: users.find((user) => user.id === key.user) };
}

/** One key: facts and actions. */
export function KeyPage({ params: { key: id = '' } }: PageInput) {
  const session = useSession();
  const { me } = session;
  const owned = useLoad(() => readOwnedKey(id, me.role));
  const [doing, setDoing] = useState<'rotate' | 'edit' | 'revoke' | null>(null);
  const isAdmin = me.role === 'admin';
  const done = () => setDoing(null);
  const { key, owner } = owned.value ?? {};
  const isOpen = key !== undefined && works(key);
  return (
    <Page
      title={key?.name ?? t('keys.key')}
      actions={
        <>
          <Link kind="quiet" href={hrefOf(['keys'])}>
            {t('keys.toAll')}
          </Link>
          {isOpen && isAdmin ? <Button onClick={() => setDoing('edit')}>{t('keys.edit')}</Button> : null}
          {isOpen && key.replaced_by === null ? (
            <Button onClick={() => setDoing('rotate')}>{t('keys.rotate')}</Button>
          ) : null}
          {isOpen && isAdmin ? (
            <Button kind="danger" onClick={() => setDoing('revoke')}>
              {t('keys.revoke')}
            </Button>
          ) : null}
        </>
      }
    >
      <Loaded of={owned} lines={6}>
        {(value) => (
          <>
            <FactsOfKey {...value} isAdmin={isAdmin} />
            {seesUsage(session) ? <UsageOfKey of={id} /> : null}
          </>
        )}
      </Loaded>
      {key && doing === 'edit' ? <EditKey of={key} onDone={owned.reload} onClose={done} /> : null}
      {key && doing === 'revoke' ? <RevokeKey of={key} onDone={owned.reload} onClose={done} /> : null}
      {key && doing === 'rotate' ? (
        <RotateKey of={key} role={roleOf(key, owner, me.role)} onDone={owned.reload} onClose={done} />
      ) : null}
    </Page>
  );
}

/** The role of a key: an application's key has that of a developer. Users other than admins see only their own keys. */
function roleOf({ application }: Key, owner: User | undefined, mine: Role): Role {
  return application === null ? (owner?.role ?? mine) : 'developer';
}

function FactsOfKey({ key, owner, isAdmin }: OwnedKey & { readonly isAdmin: boolean }) {
  const anything = t('keys.noLimit');
  return (
    <>
      <KeyNotice of={key} owner={owner} />
      <Card title={t('keys.facts')}>
        <Facts
          of={[
            [t('keys.state'), <KeyState key="state" of={key} owner={owner} />],
            [t('keys.key'), <code key="key" dir="ltr">{`${key.start}…${key.hint}`}</code>],
            ...(isAdmin ? [[t('keys.owner'), <KeyOwner key="owner" of={key} owner={owner} />] as const] : []),
            [t('keys.environment'), nameOf('environments', key.environment)],
            [t('keys.created'), <OrNever key="created" at={key.created_at} />],
            [t('keys.lastUsed'), <OrNever key="used" at={key.last_used_at} />],
            [t('keys.ends'), <OrNever key="ends" at={key.revoked_at ?? key.expires_at} />],
            [t('keys.id'), <code key="id">{key.id}</code>],
          ]}
        />
      </Card>
      <Card title={t('keys.limits')} lead={t('keys.limitsHint')}>
        <Facts
          of={[
            [t('keys.calculators'), key.calculators?.join(', ') ?? t('keys.allOfPlan')],
            [
              t('keys.networks'),
              key.networks === null ? t('keys.anywhere') : <Address key="networks" of={key.networks.join(', ')} />,
            ],
            [t('keys.cap'), key.cap === null ? anything : formatNumber(key.cap)],
            [t('keys.rotatesItself'), t(key.rotates_itself ? 'keys.rotatesYes' : 'keys.rotatesNo')],
          ]}
        />
      </Card>
    </>
  );
}
