import { Icon } from '../components/icon.tsx';
import { menuOf } from '../pages/pages.ts';
import { hrefOf, type Route } from '../router.ts';
import { useSession } from '../session.ts';
import { t } from '../texts/texts.ts';

interface MenuProps {
  readonly route: Route;
  readonly onChoose: () => void;
}

/** The pages that the user has. A page below one of them marks it too. */
export function Menu({ route, onChoose }: MenuProps) {
  const session = useSession();
  const here = route.path[0] ?? '';
  return (
    <nav aria-label={t('app.navigation')}>
      <ul>
        {menuOf(session).map(({ path, menu, icon }) => (
          <li key={path}>
            <a
              href={hrefOf(path.split('/').filter(Boolean))}
              aria-current={path === here ? 'page' : undefined}
              onClick={onChoose}
            >
              <Icon name={icon} />
              {t(menu)}
            </a>
          </li>
        ))}
        <li class="apart">
          <a href="docs">
            <Icon name="documentation" />
            {t('app.documentation')}
          </a>
        </li>
      </ul>
    </nav>
  );
}
