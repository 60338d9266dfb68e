import type { Key } from '../../api/keys.ts';
import { removeUser, type User } from '../../api/users.ts';
import { Confirm } from '../../components/confirm.tsx';
import { tell } from '../../components/told.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import { works } from '../keys/keyring.ts';

interface DeleteUserProps {
  readonly of: User;
  /** Keys of the user. */
  readonly keys: readonly Key[];
  readonly onClose: () => void;
}

/** Deletes a user, and returns to the list. */
export function DeleteUser({ of: { id, name }, keys, onClose }: DeleteUserProps) {
  const lost = keys.filter(works);
  return (
    <Confirm
      title={t('users.deleteTitle', { name })}
      action={t('users.deleteSubmit')}
      onConfirm={async () => {
        await removeUser(id);
        navigate(hrefOf(['users']), 'replace');
        tell(t('users.deleted', { name }));
      }}
      onClose={onClose}
    >
      <p>{t('users.deleteLead')}</p>
      {lost.length === 0 ? null : (
        <ul class="lost" aria-label={t('users.lostKeys')}>
          {lost.map((key) => (
            <li key={key.id}>
              {key.name} <code class="hint" dir="ltr">{`${key.start}…${key.hint}`}</code>
            </li>
          ))}
        </ul>
      )}
      <p class="hint">{t('users.deleteHint')}</p>
    </Confirm>
  );
}
