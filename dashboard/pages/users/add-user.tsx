import { useState } from 'preact/hooks';
import type { Role } from '../../api/session.ts';
import { createUser, inviteUser } from '../../api/users.ts';
import { RadioField } from '../../components/choice-fields.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import { NewKey } from '../keys/new-key.tsx';
import { RoleField } from './role-field.tsx';

interface AddUserProps {
  readonly onAdded: () => Promise<void>;
  readonly onClose: () => void;
}

/** Invites a user by mail, or creates a user and shows the key. */
export function AddUser({ onAdded, onClose }: AddUserProps) {
  const [way, setWay] = useState('invitation');
  const [made, setMade] = useState<{ readonly text: string; readonly role: Role } | null>(null);
  const isInvited = way === 'invitation';

  const add = async (values: FormValues) => {
    const user = { name: values.text('name'), role: values.text('role') };
    if (isInvited) {
      const email = values.text('email');
      await inviteUser({ ...user, email });
      await onAdded();
      tell(t('users.invitationSent', { email }));
      onClose();
    } else {
      const { key, user: added } = await createUser({ ...user, email: values.textOrNull('email') });
      setMade({ text: key.key, role: added.role });
      onAdded();
    }
  };

  return (
    <Dialog title={t(made ? 'users.created' : 'users.add')} onClose={onClose}>
      {made ? (
        <NewKey {...made} onClose={onClose}>
          <p>{t('users.handOver')}</p>
        </NewKey>
      ) : (
        <Form submit={t(isInvited ? 'users.invite' : 'users.create')} onSubmit={add} onCancel={onClose}>
          <Field name="name" label={t('users.name')} maxLength={200} autocomplete="off" />
          <RoleField />
          <RadioField
            name="way"
            label={t('users.way')}
            value={way}
            onChange={setWay}
            choices={[
              { value: 'invitation', label: t('users.byInvitation'), hint: t('users.byInvitationHint') },
              { value: 'key', label: t('users.byKey'), hint: t('users.byKeyHint') },
            ]}
          />
          <Field
            type="email"
            name="email"
            label={t('users.email')}
            optional={!isInvited}
            maxLength={254}
            autocomplete="off"
            {...(!isInvited && { hint: t('users.emailHint') })}
          />
        </Form>
      )}
    </Dialog>
  );
}
