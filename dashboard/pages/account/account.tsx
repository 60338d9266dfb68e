import { useSession } from '../../api/session-context.ts';
import { readSessions } from '../../api/sessions.ts';
import { useLoad } from '../../api/use-load.ts';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/texts.ts';
import { AccountCard } from './account-card.tsx';
import { DataCard } from './data-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The signed-in user; for admins also the account. */
export function Account() {
  const { me, client } = useSession();
  const sessions = useLoad(readSessions);
  const isAdmin = me.role === 'admin';
  return (
    <Page
      title={t('account.title')}
      lead={t(isAdmin ? 'account.leadOfAdmin' : 'account.lead', { account: client.name })}
    >
      <ProfileCard onPasswordChanged={sessions.reload} />
      <SessionsCard sessions={sessions} />
      {isAdmin ? (
        <>
          <AccountCard />
          <DataCard />
        </>
      ) : null}
    </Page>
  );
}
