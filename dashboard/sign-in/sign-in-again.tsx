import { Dialog } from '../components/dialog.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/texts.ts';
import type { SignInAgain as Why } from '../use-gate.ts';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';

interface SignInAgainProps extends Pick<SignInFormProps, 'onSignedIn'> {
  readonly why: Why;
  /** Goes on with the session there is, where it is only too old. */
  readonly onClose: () => void;
}

const TEXTS = {
  ended: { title: 'signIn.endedTitle', lead: 'signIn.ended' },
  'too-old': { title: 'signIn.againTitle', lead: 'signIn.again' },
} as const;

/** Over a page whose session has ended or is too old: the page stays as it is, and goes on with the next session. */
export function SignInAgain({ why, onSignedIn, onClose }: SignInAgainProps) {
  const { me, left } = useSession();
  const { title, lead } = TEXTS[why];
  return (
    <Dialog title={t(title)} onClose={why === 'ended' ? left : onClose}>
      <p>{t(lead)}</p>
      <SignInForm onSignedIn={onSignedIn} email={me.email} />
    </Dialog>
  );
}
