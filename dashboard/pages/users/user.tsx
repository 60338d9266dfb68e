import { useState } from 'preact/hooks';
import { signUpIsClosed } from '../../api/facts.ts';
import { readKeys } from '../../api/keys.ts';
import { useSession } from '../../api/session-context.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { enableUser, type InvitedUser, inviteAgain, readUser, type User } from '../../api/users.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { tell } from '../../components/told.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import { CreateKey } from '../keys/create-key.tsx';
import { readKeyring } from '../keys/keyring.ts';
import type { PageInput } from '../page-input.ts';
import { DeleteUser } from './delete-user.tsx';
import { DisableUser } from './disable-user.tsx';
import { EditUser } from './edit-user.tsx';
import { FactsOfUser } from './facts-of-user.tsx';
import { hasLink, InvitationDialog } from './invitation-link.tsx';
import { KeysOfUser } from './keys-of-user.tsx';

/** One user: facts, actions and keys. */
export function UserPage({ params: { user: id = '' } }: PageInput) {
  const { me } = useSession();
  const loaded = useLoad(() => readUser(id));
  const keyring = useLoad(() => readKeyring(me.role));
  const [doing, setDoing] = useState<'edit' | 'disable' | 'delete' | 'key' | null>(null);
  const [invited, setInvited] = useState<(InvitedUser & { readonly link: string }) | null>(null);
  const close = () => setDoing(null);
  const invitation = useAction(async ({ email }: User) => {
    const sent = await inviteAgain(id);
    if (hasLink(sent)) setInvited(sent);
    else tell(t('users.invitationSent', { email: email ?? '' }));
  });
  const enabling = useAction(async ({ name }: User) => {
    await enableUser(id);
    await loaded.reload();
    tell(t('users.enabled', { name }));
  });
  const user = loaded.value;
  const isMe = id === me.id;
  const problem = invitation.problem ?? enabling.problem;
  const keys = usePages((cursor) => readKeys({ user: id }, cursor), [id]);

  return (
    <Page
      title={user?.name ?? t('users.user')}
      actions={
        <>
          <Link kind="quiet" href={hrefOf(['users'])}>
            {t('users.toAll')}
          </Link>
          {user ? <Button onClick={() => setDoing('edit')}>{t('users.edit')}</Button> : null}
          {user && isInvitationOpen(user) && !signUpIsClosed ? (
            <Button running={invitation.running} onClick={() => invitation.run(user)}>
              {t('users.inviteAgain')}
            </Button>
          ) : null}
          {user?.state === 'disabled' ? (
            <Button running={enabling.running} onClick={() => enabling.run(user)}>
              {t('users.enable')}
            </Button>
          ) : null}
          {user?.state === 'active' && !isMe ? (
            <Button onClick={() => setDoing('disable')}>{t('users.disable')}</Button>
          ) : null}
          {user && !isMe ? (
            <Button kind="danger" onClick={() => setDoing('delete')}>
              {t('users.delete')}
            </Button>
          ) : null}
        </>
      }
    >
      {problem ? <Notice tone="problem">{problem.detail}</Notice> : null}
      <Loaded of={loaded} lines={5}>
        {(value) => (
          <>
            <FactsOfUser of={value} isMe={isMe} />
            <Loaded of={keys} lines={3}>
              {(items) => <KeysOfUser of={value} keys={items} onCreate={() => setDoing('key')} />}
            </Loaded>
            <More of={keys} />
          </>
        )}
      </Loaded>
      {invited ? <InvitationDialog of={invited} onClose={() => setInvited(null)} /> : null}
      {user && doing === 'edit' ? <EditUser of={user} onDone={loaded.reload} onClose={close} /> : null}
      {user && doing === 'disable' ? <DisableUser of={user} onDone={loaded.reload} onClose={close} /> : null}
      {user && doing === 'delete' ? (
        <DeleteUser of={user} keys={keyring.value?.keys.filter((key) => key.user === id) ?? []} onClose={close} />
      ) : null}
      {keyring.value && doing === 'key' ? (
        <CreateKey keyring={keyring.value} owner={id} onMade={keys.reload} onClose={close} />
      ) : null}
    </Page>
  );
}

/** Whether the user has an invitation that can be sent again. */
function isInvitationOpen({ email, email_confirmed, state }: User): boolean {
  return email !== null && !email_confirmed && state !== 'disabled';
}
