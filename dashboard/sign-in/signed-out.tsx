import { signUpIsOpen } from '../facts.ts';
import { Brand } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';
import { useRoute } from '../router.ts';
import { AccountDeleted } from './account-deleted.tsx';
import { CreateAccount } from './create-account.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { SignIn, type SignInProps } from './sign-in.tsx';

/** What is there for everybody. Any other address is kept: it is where one comes to after signing in. */
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
