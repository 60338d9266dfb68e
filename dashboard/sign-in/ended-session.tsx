import { Dialog } from '../components/dialog.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/texts.ts';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';

/** Over a page whose session has ended: the page stays as it is, and goes on with the next session. */
export function EndedSession({ onSignedIn }: Pick<SignInFormProps, 'onSignedIn'>) {
  const { me, left } = useSession();
  return (
    <Dialog title={t('signIn.endedTitle')} onClose={left}>
      <p>{t('signIn.ended')}</p>
      <SignInForm onSignedIn={onSignedIn} email={me.email} />
    </Dialog>
  );
}
