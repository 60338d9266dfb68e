import { signUpIsOpen } from '../api/facts.ts';
import { Link } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { hrefOf } from '../navigation/router.ts';
import { t } from '../texts/texts.ts';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';

export type SignInProps = Pick<SignInFormProps, 'onSignedIn'>;

export function SignIn({ onSignedIn }: SignInProps) {
  return (
    <Page title={t('signIn.title')} lead={t('signIn.lead')}>
      <SignInForm onSignedIn={onSignedIn} />
      <p class="aside">
        <Link href={hrefOf(['forgot-password'])}>{t('signIn.forgot')}</Link>
      </p>
      {signUpIsOpen ? (
        <p class="aside">
          {t('signIn.new')} <Link href={hrefOf(['create-account'])}>{t('signIn.create')}</Link>
        </p>
      ) : null}
    </Page>
  );
}
