import { useState } from 'preact/hooks';
import { requestPasswordReset } from '../api/session.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Page } from '../components/page.tsx';
import { t } from '../texts/texts.ts';
import { BackToSignIn, Sent } from './sent.tsx';

/** Gives the same answer with and without an account, so that strangers learn nothing. */
export function ForgotPassword() {
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null) {
    return <Sent title={t('forgotPassword.sentTitle')}>{t('forgotPassword.sent', { email })}</Sent>;
  }
  return (
    <Page title={t('forgotPassword.title')} lead={t('forgotPassword.lead')}>
      <Form
        submit={t('forgotPassword.submit')}
        onSubmit={async (values) => {
          await requestPasswordReset(values.text('email'));
          setEmail(values.text('email'));
        }}
      >
        <Field name="email" label={t('signIn.email')} type="email" autocomplete="username" />
      </Form>
      <BackToSignIn />
    </Page>
  );
}
