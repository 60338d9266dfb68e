import { useSession } from '../api/session-context.ts';
import { Icon } from '../components/icon.tsx';
import { hrefOf, type Route } from '../navigation/router.ts';
import { t } from '../texts/texts.ts';
import { menuOf } from './pages.ts';

interface MenuProps {
  readonly route: Route;
  readonly onChoose: () => void;
}

/** The menu of the user's pages. A subpage marks its parent. */
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
