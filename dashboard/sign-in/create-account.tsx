import { useState } from 'preact/hooks';
import { requestSignUp } from '../api/session.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Page } from '../components/page.tsx';
import { t } from '../texts/texts.ts';
import { BackToSignIn, Sent } from './sent.tsx';

/** Requests an account. The mail has a link that opens it, or tells its owner that it exists. */
export function CreateAccount() {
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null) return <Sent title={t('createAccount.sentTitle')}>{t('createAccount.sent', { email })}</Sent>;
  return (
    <Page title={t('createAccount.title')} lead={t('createAccount.lead')}>
      <Form
        submit={t('createAccount.submit')}
        onSubmit={async (values) => {
          const email = values.text('email');
          await requestSignUp({ email, name: values.text('name'), account: values.text('account') });
          setEmail(email);
        }}
      >
        <Field name="name" label={t('createAccount.name')} autocomplete="name" />
        <Field
          name="account"
          label={t('createAccount.account')}
          hint={t('createAccount.accountHint')}
          autocomplete="organization"
        />
        <Field name="email" label={t('signIn.email')} type="email" autocomplete="email" />
      </Form>
      <BackToSignIn />
    </Page>
  );
}
