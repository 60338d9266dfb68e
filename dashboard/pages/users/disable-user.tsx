import { disableUser } from '../../api/users.ts';
import { Confirm } from '../../components/confirm.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import type { UserDialogProps } from './edit-user.tsx';

/** Disables a user until an admin enables the user again. */
export function DisableUser({ of: { id, name }, onDone, onClose }: UserDialogProps) {
  return (
    <Confirm
      title={t('users.disableTitle', { name })}
      action={t('users.disableSubmit')}
      onConfirm={async () => {
        await disableUser(id);
        await onDone();
        tell(t('users.disabled', { name }));
      }}
      onClose={onClose}
    >
      <p>{t('users.disableLead')}</p>
      <p class="hint">{t('users.disableHint')}</p>
    </Confirm>
  );
}
