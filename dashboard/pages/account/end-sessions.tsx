import { useSession } from '../../api/session-context.ts';
import { endAllSessions, endSession, type OpenSession } from '../../api/sessions.ts';
import { Confirm } from '../../components/confirm.tsx';
import { tell } from '../../components/told.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';

/** The sessions to end. */
export type Ending =
  | { readonly which: 'one' | 'others'; readonly sessions: readonly OpenSession[] }
  | { readonly which: 'all' };

interface EndSessionsProps {
  readonly ending: Ending;
  /** Called when other sessions have ended and this one continues. */
  readonly onEnded: () => Promise<void>;
  readonly onClose: () => void;
}

const TEXTS = {
  one: { title: 'account.endOneTitle', lead: 'account.endOneLead', action: 'account.endSession' },
  others: { title: 'account.endOthersTitle', lead: 'account.endOthersLead', action: 'account.endOthers' },
  all: { title: 'account.endAllTitle', lead: 'account.endAllLead', action: 'account.endAll' },
} as const;

export function EndSessions({ ending, onEnded, onClose }: EndSessionsProps) {
  const { left } = useSession();
  const { title, lead, action } = TEXTS[ending.which];
  const end = async () => {
    if (ending.which === 'all') {
      await endAllSessions();
      left();
      navigate('#/', 'replace');
      return;
    }
    await Promise.all(ending.sessions.map(({ id }) => endSession(id)));
    await onEnded();
    tell(t(ending.which === 'one' ? 'account.sessionEnded' : 'account.othersEnded'));
  };
  return (
    <Confirm title={t(title)} action={t(action)} onConfirm={end} onClose={onClose}>
      <p>{t(lead)}</p>
    </Confirm>
  );
}
