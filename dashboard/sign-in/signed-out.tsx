import { signUpIsOpen } from '../api/facts.ts';
import { LanguageMenu } from '../components/language-menu.tsx';
import { Brand } from '../layout/brand.tsx';
import { useRoute } from '../navigation/router.ts';
import { AccountDeleted } from './account-deleted.tsx';
import { CreateAccount } from './create-account.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { SignIn, type SignInProps } from './sign-in.tsx';

/** The public pages. Any other address is kept until after the sign-in. */
export function SignedOut({ onSignedIn }: SignInProps) {
  const { path } = useRoute();
  return (
    <div class="door">
      <header>
        <Brand />
        <LanguageMenu />
      </header>
      <main>{pageAt(path[0], onSignedIn)}</main>
    </div>
  );
}

function pageAt(place: string | undefined, onSignedIn: SignInProps['onSignedIn']) {
  if (place === 'forgot-password') return <ForgotPassword key={place} />;
  if (place === 'create-account' && signUpIsOpen) return <CreateAccount key={place} />;
  if (place === 'account-deleted') return <AccountDeleted key={place} />;
  return <SignIn key="sign-in" onSignedIn={onSignedIn} />;
}
