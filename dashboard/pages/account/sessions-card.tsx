import { useState } from 'preact/hooks';
import type { OpenSession } from '../../api/sessions.ts';
import type { Load } from '../../api/use-load.ts';
import { Address } from '../../components/address.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Instant } from '../../components/instant.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/texts.ts';
import { browserName } from './browser-name.ts';
import { type Ending, EndSessions } from './end-sessions.tsx';

interface SessionsCardProps {
  readonly sessions: Load<readonly OpenSession[]>;
}

/** The user's sessions, which can be ended one by one or all at once. */
export function SessionsCard({ sessions }: SessionsCardProps) {
  const [ending, setEnding] = useState<Ending | null>(null);
  const others = (sessions.value ?? []).filter(({ current }) => !current);
  return (
    <Card
      title={t('account.sessions')}
      lead={t('account.sessionsLead')}
      actions={
        <>
          {others.length > 0 ? (
            <Button onClick={() => setEnding({ which: 'others', sessions: others })}>{t('account.endOthers')}</Button>
          ) : null}
          <Button onClick={() => setEnding({ which: 'all' })}>{t('account.endAll')}</Button>
        </>
      }
    >
      <Loaded of={sessions}>
        {(list) => (
          <Table
            caption={t('account.ownSessions')}
            columns={columnsFor((session) => setEnding({ which: 'one', sessions: [session] }))}
            rows={list}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      {ending ? <EndSessions ending={ending} onEnded={sessions.reload} onClose={() => setEnding(null)} /> : null}
    </Card>
  );
}

function columnsFor(end: (session: OpenSession) => void): readonly Column<OpenSession>[] {
  return [
    { name: 'browser', head: t('account.browser'), cell: (session) => <Browser of={session} /> },
    { name: 'address', head: t('account.address'), cell: ({ address }) => <Address of={address ?? '–'} /> },
    { name: 'since', head: t('account.since'), cell: ({ created_at }) => <Instant at={created_at} /> },
    { name: 'used', head: t('account.lastUsed'), cell: ({ last_used_at }) => <Instant at={last_used_at} /> },
    {
      name: 'actions',
      head: t('account.endSession'),
      actions: true,
      cell: (session) =>
        session.current ? null : (
          <Button
            kind="quiet"
            label={`${t('account.endSession')}: ${nameOfBrowser(session)}`}
            onClick={() => end(session)}
          >
            {t('account.endSession')}
          </Button>
        ),
    },
  ];
}

function Browser({ of: session }: { readonly of: OpenSession }) {
  return (
    <>
      <span title={session.user_agent}>{nameOfBrowser(session)}</span>{' '}
      {session.current ? <Badge tone="good">{t('account.thisSession')}</Badge> : null}
    </>
  );
}

/** For programs other than browsers, their own description. */
function nameOfBrowser({ user_agent }: OpenSession): string {
  return browserName(user_agent) ?? (user_agent || t('account.unknownBrowser'));
}
