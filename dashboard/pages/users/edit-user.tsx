import { useSession } from '../../api/session-context.ts';
import { changeUser, type User } from '../../api/users.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { tell } from '../../components/told.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import { RoleField } from './role-field.tsx';

export interface UserDialogProps {
  readonly of: User;
  /** Called after success. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes name and role. An admin who gives up that role then has fewer pages. */
export function EditUser({ of: user, onDone, onClose }: UserDialogProps) {
  const { me, reload } = useSession();
  return (
    <Dialog title={t('users.editTitle', { name: user.name })} onClose={onClose}>
      <Form
        submit={t('action.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { role } = await changeUser(user.id, { name: values.text('name'), role: values.text('role') });
          if (user.id === me.id && role !== 'admin') navigate(hrefOf([]), 'replace');
          await (user.id === me.id ? reload() : undefined);
          await onDone();
          tell(t('users.changed'));
          onClose();
        }}
      >
        <Field name="name" label={t('users.name')} value={user.name} maxLength={200} autocomplete="off" />
        <RoleField value={user.role} />
        <p class="hint">{t('users.editHint')}</p>
      </Form>
    </Dialog>
  );
}
