import type { Key } from '../../api/keys.ts';
import type { User } from '../../api/users.ts';
import { Instant } from '../../components/instant.tsx';
import { Link } from '../../components/link.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { formatNumber } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { works } from '../keys/keyring.ts';
import { UserState } from './user-state.tsx';

interface UserTableProps {
  readonly users: readonly User[];
  readonly keys: readonly Key[];
  /** Id of the signed-in user. */
  readonly me: string;
}

/** The people of the account, each with a link to their page. */
export function UserTable({ users, keys, me }: UserTableProps) {
  const columns: readonly Column<User>[] = [
    { name: 'name', head: t('users.name'), cell: (user) => <NameOfUser of={user} isMe={user.id === me} /> },
    { name: 'role', head: t('users.role'), cell: ({ role }) => nameOf('roles', role) },
    { name: 'state', head: t('users.state'), cell: (user) => <UserState of={user} /> },
    { name: 'since', head: t('users.since'), cell: ({ created_at }) => <Instant at={created_at} day /> },
    { name: 'keys', head: t('users.workingKeys'), figures: true, cell: ({ id }) => workingKeys(keys, id) },
  ];
  return <Table caption={t('users.people')} columns={columns} rows={users} keyOf={({ id }) => id} />;
}

function NameOfUser({ of: { id, name, email }, isMe }: { readonly of: User; readonly isMe: boolean }) {
  return (
    <span class="stack">
      <span>
        <Link href={hrefOf(['users', id])}>
          <bdi>{name}</bdi>
        </Link>
        {isMe ? <span class="hint"> ({t('users.you')})</span> : null}
      </span>
      <span class="hint">{email ?? t('users.noAddress')}</span>
    </span>
  );
}

/** The number of an owner's working keys. */
export function workingKeys(keys: readonly Key[], owner: string): string {
  return formatNumber(keys.filter((key) => key.user === owner && works(key)).length);
}
