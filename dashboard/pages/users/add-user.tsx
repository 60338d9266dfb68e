import { useState } from 'preact/hooks';
import type { Role } from '../../api/session.ts';
import { createUser, type InvitedUser, inviteUser } from '../../api/users.ts';
import { RadioField, SelectField } from '../../components/choice-fields.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { tell } from '../../components/told.tsx';
import { languages, nameOfLanguage } from '../../texts/languages.ts';
import { language, t } from '../../texts/texts.ts';
import { NewKey } from '../keys/new-key.tsx';
import { hasLink, InvitationDialog, InvitationLink } from './invitation-link.tsx';
import { RoleField } from './role-field.tsx';

interface Made {
  readonly text: string;
  readonly role: Role;
  readonly name: string;
  readonly link: string | null;
}

interface AddUserProps {
  readonly onAdded: () => Promise<void>;
  readonly onClose: () => void;
}

/** Invites a user by mail, or creates a user and shows the key. */
export function AddUser({ onAdded, onClose }: AddUserProps) {
  const [way, setWay] = useState('invitation');
  const [made, setMade] = useState<Made | null>(null);
  const [invited, setInvited] = useState<(InvitedUser & { readonly link: string }) | null>(null);
  const isInvited = way === 'invitation';

  const add = async (values: FormValues) => {
    const user = { name: values.text('name'), role: values.text('role'), language: values.text('language') };
    if (!isInvited) {
      const { key, user: added, link } = await createUser({ ...user, email: values.textOrNull('email') });
      setMade({ text: key.key, role: added.role, name: added.name, link });
      onAdded();
      return;
    }
    const email = values.text('email');
    const added = await inviteUser({ ...user, email });
    await onAdded();
    if (hasLink(added)) {
      setInvited(added);
      return;
    }
    tell(t('users.invitationSent', { email }));
    onClose();
  };

  if (invited) return <InvitationDialog of={invited} onClose={onClose} />;
  return (
    <Dialog title={t(made ? 'users.created' : 'users.add')} onClose={onClose}>
      {made ? (
        <NewKey text={made.text} role={made.role} onClose={onClose}>
          <p>{t('users.handOver')}</p>
          {made.link === null ? null : <InvitationLink name={made.name} link={made.link} />}
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
          <SelectField
            name="language"
            label={t('users.language')}
            value={language()}
            choices={languages.map((value) => ({ value, label: nameOfLanguage(value) }))}
          />
        </Form>
      )}
    </Dialog>
  );
}
