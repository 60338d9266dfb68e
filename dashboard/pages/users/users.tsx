import { useState } from 'preact/hooks';
import { signUpIsClosed } from '../../api/facts.ts';
import { useSession } from '../../api/session-context.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { readUserPage } from '../../api/users.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/texts.ts';
import { CreateKey } from '../keys/create-key.tsx';
import { readKeyring } from '../keys/keyring.ts';
import { NEW_APPLICATION } from '../keys/owner-field.tsx';
import { AddUser } from './add-user.tsx';
import { Applications } from './applications.tsx';
import { UserTable } from './user-table.tsx';

/** The people of the account, and its applications: for admins. */
export function Users() {
  const { me, client } = useSession();
  const keyring = useLoad(() => readKeyring(me.role));
  const people = usePages(readUserPage);
  const [adding, setAdding] = useState<'user' | 'application' | null>(null);
  const close = () => setAdding(null);
  const reload = async () => {
    await Promise.all([keyring.reload(), people.reload()]);
  };
  return (
    <Page
      title={t('users.title')}
      lead={t('users.lead', { account: client.name })}
      actions={
        signUpIsClosed ? null : (
          <Button kind="primary" onClick={() => setAdding('user')}>
            {t('users.add')}
          </Button>
        )
      }
    >
      {signUpIsClosed ? <Notice>{t('users.closed')}</Notice> : null}
      <Loaded of={keyring} lines={6}>
        {(value) => (
          <>
            <Loaded of={people} lines={6}>
              {(users) => <UserTable users={users} keys={value.keys} me={me.id} />}
            </Loaded>
            <More of={people} />
            <Applications keyring={value} onCreate={() => setAdding('application')} />
          </>
        )}
      </Loaded>
      {adding === 'user' ? <AddUser onAdded={reload} onClose={close} /> : null}
      {adding === 'application' && keyring.value ? (
        <CreateKey keyring={keyring.value} owner={NEW_APPLICATION} onMade={keyring.reload} onClose={close} />
      ) : null}
    </Page>
  );
}
