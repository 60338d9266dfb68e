import { revokeKey } from '../../api/keys.ts';
import { Confirm } from '../../components/confirm.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import type { KeyDialogProps } from './edit-key.tsx';

/** Ends a key for ever, when that was asked for twice. */
export function RevokeKey({ of: { id, name, start, hint }, onDone, onClose }: KeyDialogProps) {
  return (
    <Confirm
      title={t('keys.revokeTitle', { name })}
      action={t('keys.revokeSubmit')}
      onConfirm={async () => {
        await revokeKey(id);
        await onDone();
        tell(t('keys.revokedNow', { name }));
      }}
      onClose={onClose}
    >
      <p>{t('keys.revokeLead', { key: `${start}…${hint}` })}</p>
      <p class="hint">{t('keys.revokeHint')}</p>
    </Confirm>
  );
}
