import type { Key } from '../../api/keys.ts';
import type { User } from '../../api/users.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { t } from '../../texts/texts.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { works } from '../keys/keyring.ts';

interface KeysOfUserProps {
  readonly of: User;
  readonly keys: readonly Key[];
  readonly onCreate: () => void;
}

/** Working keys sort first. */
export function KeysOfUser({ of: user, keys, onCreate }: KeysOfUserProps) {
  const inOrder = [...keys.filter(works), ...keys.filter((key) => !works(key))];
  return (
    <Card
      title={t('users.keys')}
      actions={user.state === 'active' ? <Button onClick={onCreate}>{t('keys.create')}</Button> : null}
    >
      <KeyTable
        caption={t('users.keysOf', { name: user.name })}
        keys={inOrder}
        owners={[user]}
        empty={<Empty title={t('users.noKey')}>{user.state === 'invited' ? <p>{t('users.noKeyYet')}</p> : null}</Empty>}
      />
    </Card>
  );
}
