import type { ComponentChildren } from 'preact';
import type { Key } from '../../api/keys.ts';
import type { User } from '../../api/users.ts';
import { Instant } from '../../components/instant.tsx';
import { Link } from '../../components/link.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { KeyOwner } from './key-owner.tsx';
import { KeyState } from './key-state.tsx';

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly caption: string;
  /** The known owners of keys. */
  readonly owners?: readonly User[];
  /** Whether to show the owners. */
  readonly isOwned?: boolean;
  readonly empty: ComponentChildren;
}

/** Keys, each with a link to its page. */
export function KeyTable({ keys, caption, owners = [], isOwned = false, empty }: KeyTableProps) {
  const known = new Map(owners.map((user) => [user.id, user]));
  const ownerOf = ({ user }: Key) => known.get(user);
  const owner: Column<Key> = {
    name: 'owner',
    head: t('keys.owner'),
    cell: (key) => <KeyOwner of={key} owner={ownerOf(key)} />,
  };
  const columns: readonly Column<Key>[] = [
    { name: 'name', head: t('keys.key'), cell: (key) => <NameOfKey of={key} /> },
    ...(isOwned ? [owner] : []),
    { name: 'environment', head: t('keys.environment'), cell: (key) => nameOf('environments', key.environment) },
    { name: 'state', head: t('keys.state'), cell: (key) => <KeyState of={key} owner={ownerOf(key)} /> },
    { name: 'used', head: t('keys.lastUsed'), cell: ({ last_used_at: at }) => <OrNever at={at} /> },
    { name: 'ends', head: t('keys.ends'), cell: (key) => <OrNever at={key.revoked_at ?? key.expires_at} /> },
  ];
  return <Table caption={caption} columns={columns} rows={keys} keyOf={({ id }) => id} empty={empty} />;
}

function NameOfKey({ of: { id, name, start, hint } }: { readonly of: Key }) {
  return (
    <span class="stack">
      <Link href={hrefOf(['keys', id])}>{name}</Link>
      <code class="hint" dir="ltr">{`${start}…${hint}`}</code>
    </span>
  );
}

/** An instant, or "never". */
export function OrNever({ at }: { readonly at: string | null }) {
  return at === null ? t('keys.never') : <Instant at={at} />;
}
