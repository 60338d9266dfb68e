import { changePassword } from '../../api/me.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import type { ChangeProps } from './change-name.tsx';
import { OwnUsername } from './own-username.tsx';

interface ChangePasswordProps extends ChangeProps {
  /** Called when all other sessions have ended. */
  readonly onChanged: () => void;
}

export function ChangePassword({ onClose, onChanged }: ChangePasswordProps) {
  return (
    <Dialog title={t('account.changePassword')} onClose={onClose}>
      <p>{t('account.changePasswordLead')}</p>
      <Form
        submit={t('account.changePassword')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const password = values.raw('password');
          if (values.raw('repeated') !== password) throw differs();
          await changePassword({ current_password: values.raw('current_password'), password });
          onClose();
          onChanged();
          tell(t('account.passwordChanged'));
        }}
      >
        <OwnUsername />
        <Field
          name="current_password"
          label={t('account.currentPassword')}
          type="password"
          autocomplete="current-password"
        />
        <Field
          name="password"
          label={t('account.newPassword')}
          hint={t('account.passwordHint')}
          type="password"
          autocomplete="new-password"
        />
        <Field name="repeated" label={t('account.repeatPassword')} type="password" autocomplete="new-password" />
      </Form>
    </Dialog>
  );
}

/** The API cannot check the repetition, because it gets the password once. */
function differs(): ApiProblem {
  const message = t('account.passwordDiffers');
  return new ApiProblem({ status: 0, code: 'not-repeated', detail: message, errors: [{ field: 'repeated', message }] });
}
