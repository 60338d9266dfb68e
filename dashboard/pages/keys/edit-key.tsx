import { changeKey, type Key } from '../../api/keys.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import { LimitFields, limitsOf } from './limit-fields.tsx';

export interface KeyDialogProps {
  readonly of: Key;
  /** Called after success. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes the name and the limits of a key. */
export function EditKey({ of: key, onDone, onClose }: KeyDialogProps) {
  return (
    <Dialog title={t('keys.editTitle', { name: key.name })} onClose={onClose}>
      <Form
        submit={t('action.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await changeKey(key.id, { name: values.text('name'), ...limitsOf(values) });
          await onDone();
          tell(t('keys.changed'));
          onClose();
        }}
      >
        <p class="hint">{t('keys.editHint')}</p>
        <Field name="name" label={t('keys.name')} value={key.name} maxLength={200} autocomplete="off" />
        <LimitFields value={key} />
      </Form>
    </Dialog>
  );
}
