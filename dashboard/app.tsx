import { useState } from 'preact/hooks';
import { rememberLanguage } from './api/me.ts';
import { SessionContext } from './api/session-context.ts';
import { Button } from './components/button.tsx';
import { Told } from './components/told.tsx';
import { Layout } from './layout/layout.tsx';
import { SignInAgain } from './sign-in/sign-in-again.tsx';
import { SignedOut } from './sign-in/signed-out.tsx';
import { type Gate, useGate } from './sign-in/use-gate.ts';
import { keepLanguage } from './texts/choice.ts';
import { LanguageChoice } from './texts/language-choice.ts';
import { speak, t } from './texts/texts.ts';

/** The whole page: the sign-in without a session, the dashboard with one. */
export function App() {
  const gate = useGate();
  /** A change of the language redraws the page and keeps its state. */
  const [, setLanguage] = useState('');
  const choose = async (language: string) => {
    await speak(language);
    keepLanguage(language);
    setLanguage(language);
    if (gate.state === 'in') await rememberLanguage(language);
  };
  return <LanguageChoice.Provider value={choose}>{behind(gate)}</LanguageChoice.Provider>;
}

function behind(gate: Gate) {
  switch (gate.state) {
    case 'starting':
      return <p class="unseen">{t('app.starting')}</p>;
    case 'failed':
      return (
        <main class="narrow">
          <h1>{t('app.startFailed')}</h1>
          <p role="alert">{gate.problem.detail}</p>
          <Button kind="primary" onClick={gate.retry}>
            {t('action.tryAgain')}
          </Button>
        </main>
      );
    case 'out':
      return <SignedOut onSignedIn={gate.signedIn} />;
    case 'in':
      return (
        <SessionContext.Provider value={gate.session}>
          <Layout key={gate.session.me.id} />
          <Told />
          {gate.again ? <SignInAgain why={gate.again} onSignedIn={gate.signedIn} onClose={gate.goOn} /> : null}
        </SessionContext.Provider>
      );
  }
}
