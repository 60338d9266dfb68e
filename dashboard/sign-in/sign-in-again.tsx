import { useSession } from '../api/session-context.ts';
import { Dialog } from '../components/dialog.tsx';
import { t } from '../texts/texts.ts';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';
import type { SignInAgain as Why } from './use-gate.ts';

interface SignInAgainProps extends Pick<SignInFormProps, 'onSignedIn'> {
  readonly why: Why;
  /** Continues with the present session, if it is only too old. */
  readonly onClose: () => void;
}

const TEXTS = {
  ended: { title: 'signIn.endedTitle', lead: 'signIn.ended' },
  'too-old': { title: 'signIn.againTitle', lead: 'signIn.again' },
} as const;

/**
 * A dialog over a page whose session has ended or is too old. The page keeps its state and continues with the new
 * session.
 */
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
