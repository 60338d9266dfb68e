import { useState } from 'preact/hooks';
import { useSession } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { LanguageMenu } from '../components/language-menu.tsx';
import { Notice } from '../components/notice.tsx';
import { navigate, useRoute } from '../navigation/router.ts';
import { nameOf, t } from '../texts/texts.ts';
import { Brand } from './brand.tsx';
import { Menu } from './menu.tsx';
import { PageOf } from './page-of.tsx';

/** The frame of all pages behind the sign-in: user and menu at the side, the page beside them. */
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
