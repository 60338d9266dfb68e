import { requestEmailChange } from '../../api/me.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { OutboxNotice } from '../../components/outbox-notice.tsx';
import { t } from '../../texts/texts.ts';
import type { ChangeProps } from './change-name.tsx';
import { OwnUsername } from './own-username.tsx';

interface ChangeEmailProps extends ChangeProps {
  /** Called when a link is on its way to that address. */
  readonly onMailed: (email: string) => void;
}

export function ChangeEmail({ onClose, onMailed }: ChangeEmailProps) {
  return (
    <Dialog title={t('account.changeEmail')} onClose={onClose}>
      <p>{t('account.changeEmailLead')}</p>
      <OutboxNotice />
      <Form
        submit={t('account.mailLink')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const email = values.text('email');
          await requestEmailChange({ email, current_password: values.raw('current_password') });
          onClose();
          onMailed(email);
        }}
      >
        <OwnUsername />
        <Field name="email" label={t('account.newEmail')} type="email" autocomplete="email" />
        <Field
          name="current_password"
          label={t('account.currentPassword')}
          type="password"
          autocomplete="current-password"
        />
      </Form>
    </Dialog>
  );
}
