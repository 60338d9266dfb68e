import { useState } from 'preact/hooks';
import { type Key, readKeys } from '../../api/keys.ts';
import type { Role } from '../../api/session.ts';
import { type Session, useSession } from '../../api/session-context.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Page } from '../../components/page.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import type { PageInput } from '../page-input.ts';
import { CreateKey } from './create-key.tsx';
import { filtered, filterOf, KeyFilters } from './key-filters.tsx';
import { KeyTable } from './key-table.tsx';
import { type Keyring, readKeyring } from './keyring.ts';

const LEADS = { admin: 'keys.leadAdmin', developer: 'keys.leadDeveloper', finance: 'keys.leadFinance' } as const;

/** The state in the query of the API; empty for all. */
const STATES: Readonly<Record<string, 'working' | 'ended' | ''>> = { '': 'working', ended: 'ended', all: '' };

/** All keys of the account for admins, their own keys for other users. */
export function Keys({ query }: PageInput) {
  const session = useSession();
  const { me, client } = session;
  const { state, owner } = filterOf(query);
  const keyring = useLoad(() => readKeyring(me.role));
  const keys = usePages(
    (cursor) => readKeys({ state: STATES[state] ?? 'working', user: owner }, cursor),
    [state, owner],
  );
  const [isCreating, setCreating] = useState(false);
  const reload = async () => {
    await Promise.all([keyring.reload(), keys.reload()]);
  };
  return (
    <Page
      title={t('keys.title')}
      lead={t(LEADS[me.role], { account: client.name })}
      actions={
        mayCreate(session) ? (
          <Button kind="primary" disabled={!keyring.value} onClick={() => setCreating(true)}>
            {t('keys.create')}
          </Button>
        ) : null
      }
    >
      <Loaded of={{ ...keyring, reload }} lines={6}>
        {(value) => (
          <>
            <Loaded of={keys} lines={6}>
              {(items) => <KeyList keyring={value} keys={items} query={query} role={me.role} />}
            </Loaded>
            <More of={keys} />
          </>
        )}
      </Loaded>
      {isCreating && keyring.value ? (
        <CreateKey keyring={keyring.value} onMade={reload} onClose={() => setCreating(false)} />
      ) : null}
    </Page>
  );
}

/** Admins create keys for all, developers for themselves if an admin allows it. */
function mayCreate({ me, client }: Session): boolean {
  return me.role === 'admin' || (me.role === 'developer' && client.developer_keys === 'own');
}

interface KeyListProps {
  readonly keyring: Keyring;
  /** The loaded keys with the chosen state and owner. */
  readonly keys: readonly Key[];
  readonly query: URLSearchParams;
  readonly role: Role;
}

function KeyList({ keyring, keys, query, role }: KeyListProps) {
  const [text, setText] = useState('');
  /** How often the user has cleared the filters. */
  const [resets, setResets] = useState(0);
  const session = useSession();
  const { client } = session;
  const isAdmin = role === 'admin';
  const filter = filterOf(query);
  const isFiltered = filter.state !== '' || filter.environment !== '' || filter.owner !== '' || text !== '';
  const reset = () => {
    setText('');
    setResets(resets + 1);
    navigate(hrefOf(['keys'], { state: 'all' }), 'replace');
    // The button disappears when the filters are cleared.
    document.querySelector('h1')?.focus();
  };
  const showAll = <Button onClick={reset}>{t('keys.showAll')}</Button>;
  if (keys.length === 0 && !isFiltered) {
    return (
      <Empty title={t('keys.none')}>
        <p>{t(mayCreate(session) ? 'keys.noneAdmin' : 'keys.noneOthers', { account: client.name })}</p>
        {showAll}
      </Empty>
    );
  }
  return (
    <>
      {keys.length > 1 || isFiltered ? (
        <KeyFilters key={resets} keyring={keyring} filter={filter} onSearch={setText} />
      ) : null}
      <KeyTable
        caption={t('keys.title')}
        keys={filtered(keys, filter, text)}
        owners={keyring.users}
        isOwned={isAdmin}
        empty={<Empty title={t('keys.noneFound')}>{showAll}</Empty>}
      />
    </>
  );
}
