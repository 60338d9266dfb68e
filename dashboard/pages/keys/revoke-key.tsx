import { useState } from 'preact/hooks';
import { revokeKey } from '../../api/keys.ts';
import { RadioField } from '../../components/choice-fields.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import type { KeyDialogProps } from './edit-key.tsx';

/** Revokes a key after a confirmation, and its successors unless the user keeps them. */
export function RevokeKey({ of: key, onDone, onClose }: KeyDialogProps) {
  const { id, name, start, hint } = key;
  const [successors, setSuccessors] = useState<'end' | 'keep'>('end');
  return (
    <Confirm
      title={t('keys.revokeTitle', { name })}
      action={t('keys.revokeSubmit')}
      onConfirm={async () => {
        await revokeKey(id, successors);
        await onDone();
        tell(t('keys.revokedNow', { name }));
      }}
      onClose={onClose}
    >
      <p>{t('keys.revokeLead', { key: `${start}…${hint}` })}</p>
      {key.replaced_by === null ? (
        <p class="hint">{t('keys.revokeHint')}</p>
      ) : (
        <RadioField
          name="successors"
          label={t('keys.successors')}
          choices={[
            { value: 'end', label: t('keys.successorsEnd'), hint: t('keys.successorsEndHint') },
            { value: 'keep', label: t('keys.successorsKeep'), hint: t('keys.successorsKeepHint') },
          ]}
          onChange={(chosen) => setSuccessors(chosen === 'keep' ? 'keep' : 'end')}
        />
      )}
    </Confirm>
  );
}
