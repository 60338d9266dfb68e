import type { Role } from '../api/session.ts';
import { matchOf, type Route } from '../navigation/router.ts';
import { NotFound } from '../pages/not-found.tsx';
import { PAGES } from './pages.ts';

interface PageOfProps {
  readonly route: Route;
  readonly role: Role;
}

/** The page at a place. A new path draws a new page; a new query keeps the page. */
export function PageOf({ route: { path, query }, role }: PageOfProps) {
  const key = path.join('/');
  for (const { path: pattern, roles, page: Page } of PAGES) {
    const params = roles.includes(role) ? matchOf(pattern, path) : null;
    if (params) return <Page key={key} params={params} query={query} />;
  }
  return <NotFound key={key} />;
}
