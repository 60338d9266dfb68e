import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PageOf } from '../pages/page-of.tsx';
import { navigate, useRoute } from '../router.ts';
import { useSession } from '../session.ts';
import { nameOf, t } from '../texts/texts.ts';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Menu } from './menu.tsx';

/** The frame of all pages behind the sign-in: who and where at the side, the page beside it. */
export function Layout() {
  const route = useRoute();
  const { me, client, signOut } = useSession();
  const [isOpen, setOpen] = useState(false);
  const leaving = useAction(async () => {
    await signOut();
    navigate('#/', 'replace');
  });
  return (
    <div class="frame">
      <button class="skip" type="button" onClick={() => document.querySelector('h1')?.focus()}>
        {t('app.skip')}
      </button>
      <header class={isOpen ? 'side open' : 'side'}>
        <div class="side-top">
          <Brand />
          <button
            class="button quiet menu-button"
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="menu" />
            {t('app.menu')}
          </button>
        </div>
        <div class="side-rest">
          <p class="account">{client.name}</p>
          <Menu route={route} onChoose={() => setOpen(false)} />
          <div class="side-end">
            <LanguageMenu />
            <div class="who">
              <p>
                <strong>{me.name}</strong>
                <span>{nameOf('roles', me.role)}</span>
              </p>
              <Button onClick={leaving.run} running={leaving.running}>
                {t('app.signOut')}
              </Button>
            </div>
            {leaving.problem ? <Notice tone="problem">{leaving.problem.detail}</Notice> : null}
          </div>
        </div>
      </header>
      <main>
        <PageOf route={route} role={me.role} />
      </main>
    </div>
  );
}
