import { signIn } from '../api/session.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { t } from '../texts/texts.ts';

export interface SignInFormProps {
  /** Enters with the new session. @throws ApiProblem */
  readonly onSignedIn: () => Promise<void>;
  /** The user of the earlier session. */
  readonly email?: string | null;
}

export function SignInForm({ onSignedIn, email = null }: SignInFormProps) {
  return (
    <Form
      submit={t('signIn.submit')}
      onSubmit={async (values) => {
        await signIn(values.text('email'), values.raw('password'));
        await onSignedIn();
      }}
    >
      <Field name="email" label={t('signIn.email')} type="email" autocomplete="username" value={email} />
      <Field name="password" label={t('signIn.password')} type="password" autocomplete="current-password" />
    </Form>
  );
}
