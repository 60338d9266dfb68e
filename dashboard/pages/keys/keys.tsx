import { useState } from 'preact/hooks';
import type { Role } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { hrefOf, navigate } from '../../router.ts';
import { useSession } from '../../session.ts';
import { t } from '../../texts/texts.ts';
import type { PageInput } from '../pages.ts';
import { CreateKey } from './create-key.tsx';
import { filtered, filterOf, KeyFilters } from './key-filters.tsx';
import { KeyTable } from './key-table.tsx';
import { type Keyring, readKeyring } from './keyring.ts';

/** So many rows are drawn at once. */
const ROWS = 100;

const LEADS = { admin: 'keys.leadAdmin', developer: 'keys.leadDeveloper', finance: 'keys.leadFinance' } as const;

/** The keys of the account for its admin, the own ones for everybody else. */
export function Keys({ query }: PageInput) {
  const { me, client } = useSession();
  const keyring = useLoad(() => readKeyring(me.role));
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={t('keys.title')}
      lead={t(LEADS[me.role], { account: client.name })}
      actions={
        me.role === 'admin' ? (
          <Button kind="primary" disabled={!keyring.value} onClick={() => setCreating(true)}>
            {t('keys.create')}
          </Button>
        ) : null
      }
    >
      <Loaded of={keyring} lines={6}>
        {(value) => <KeyList keyring={value} query={query} role={me.role} />}
      </Loaded>
      {isCreating && keyring.value ? (
        <CreateKey keyring={keyring.value} onMade={keyring.reload} onClose={() => setCreating(false)} />
      ) : null}
    </Page>
  );
}

interface KeyListProps {
  readonly keyring: Keyring;
  readonly query: URLSearchParams;
  readonly role: Role;
}

function KeyList({ keyring, query, role }: KeyListProps) {
  const [text, setText] = useState('');
  /** How often everything that was typed and chosen was taken back. */
  const [resets, setResets] = useState(0);
  const [rows, setRows] = useState(ROWS);
  const { client } = useSession();
  const isAdmin = role === 'admin';
  if (keyring.keys.length === 0) {
    return (
      <Empty title={t('keys.none')}>
        <p>{t(isAdmin ? 'keys.noneAdmin' : 'keys.noneOthers', { account: client.name })}</p>
      </Empty>
    );
  }
  const reset = () => {
    setText('');
    setResets(resets + 1);
    navigate(hrefOf(['keys'], { state: 'all' }), 'replace');
    // The button goes with what it has cleared.
    document.querySelector('h1')?.focus();
  };
  const found = filtered(keyring.keys, filterOf(query), text);
  return (
    <>
      {keyring.keys.length > 1 ? (
        <KeyFilters key={resets} keyring={keyring} filter={filterOf(query)} onSearch={setText} />
      ) : null}
      <KeyTable
        caption={t('keys.title')}
        keys={found.slice(0, rows)}
        owners={keyring.users}
        isOwned={isAdmin}
        empty={
          <Empty title={t('keys.noneFound')}>
            <Button onClick={reset}>{t('keys.showAll')}</Button>
          </Empty>
        }
      />
      {found.length > rows ? (
        <div class="more">
          <Button onClick={() => setRows(rows + ROWS)}>{t('action.more')}</Button>
        </div>
      ) : null}
    </>
  );
}
