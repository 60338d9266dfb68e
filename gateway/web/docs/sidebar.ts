import type { Language } from '../../../calculators/kit/index.ts';
import { type Html, html } from '../frame/html.ts';
import { languageQuery, rootFrom } from '../frame/page.ts';
import { familyName, frameMessages, frameTexts } from '../frame/texts.ts';
import type { PageTable } from './pages.ts';

type Group = 'start' | 'guides' | 'calculators' | 'api' | 'operators';

/** The groups of the guides. A guide without a place here stands at the end of the guides. */
const GUIDES: Readonly<Record<Group, readonly string[]>> = {
  start: ['getting-started', 'tutorial'],
  guides: [
    ...['keys-and-quota', 'billing', 'dashboard', 'mcp', 'marketplace', 'classic', 'migration', 'versions'],
    'languages',
  ],
  calculators: ['clinical', 'warnings', 'plugins', 'plugin-reference', 'services'],
  api: ['api', 'accounts', 'roles'],
  operators: ['docker', 'configuration', 'operations', 'recovery', 'security', 'payments', 'architecture'],
};

/** A page in the list at the side. */
export interface SidebarLink {
  /** Path below the root, with an anchor for a part of a page. */
  readonly path: string;
  label(language: Language): string;
  /** The link belongs to the one before it. */
  readonly inner?: true;
}

/** The list of all pages at the side, in groups. */
export class Sidebar {
  readonly #groups: readonly (readonly [Group, readonly SidebarLink[]])[];

  /** @param families the families of the calculators that are installed */
  constructor({ guides }: Pick<PageTable, 'guides'>, families: readonly string[]) {
    const placed = new Set(Object.values(GUIDES).flat());
    const known = new Map(guides.map((guide) => [guide.name, guide]));
    const linkTo = (name: string): SidebarLink[] => {
      const guide = known.get(name);
      if (guide === undefined) return [];
      const label = (language: Language) => frameMessages.find(language, `frame.pages.${name}`) ?? guide.page.title;
      return [{ path: `/docs/${name}`, label }];
    };
    const fixed = (path: string, key: string): SidebarLink => ({
      path,
      label: (language) => frameTexts(language).say(key),
    });
    const before: Partial<Record<Group, readonly SidebarLink[]>> = {
      calculators: [fixed('/docs/calculators/', 'frame.all_calculators'), ...families.map(familyLink)],
      api: [fixed('/docs', 'frame.reference')],
    };
    const after: Partial<Record<Group, readonly SidebarLink[]>> = {
      calculators: [fixed('/docs/embed', 'frame.embed')],
      guides: guides.filter(({ name }) => !placed.has(name)).flatMap(({ name }) => linkTo(name)),
      api: [fixed('/docs/errors/', 'frame.errors')],
    };
    this.#groups = Object.keys(GUIDES).map((name) => {
      const group = name as Group;
      return [group, [...(before[group] ?? []), ...GUIDES[group].flatMap(linkTo), ...(after[group] ?? [])]];
    });
  }

  /** The list on a page, which is marked in it. */
  navigation(language: Language, path: string): Html {
    const { say } = frameTexts(language);
    const root = rootFrom(path);
    const query = languageQuery(language);
    const items = (links: readonly SidebarLink[]) =>
      links.map(({ path: to, label, inner }) => {
        const [page = '', anchor] = to.split('#');
        const address = `${root}${page.slice(1)}${query}${anchor === undefined ? '' : `#${anchor}`}`;
        return html`<li${inner && html` class="inner"`}><a href="${address}"${markOf(to, path)}>${label(language)}</a></li>`;
      });
    const groups = this.#groups.map(
      ([group, links]) =>
        html`<p id="pages-${group}">${say(`frame.groups.${group}`)}</p><ul aria-labelledby="pages-${group}">${items(links)}</ul>`,
    );
    return html`<nav id="pages" class="pages" popover aria-label="${say('frame.guides')}"><button type="button" class="quiet" popovertarget="pages" popovertargetaction="hide">${say('frame.search.close')}</button>${groups}</nav>`;
  }

  /** The pages before and after a page, in the order of the list. */
  neighbours(path: string): { readonly previous?: SidebarLink | undefined; readonly next?: SidebarLink | undefined } {
    const all = this.#groups.flatMap(([, links]) => links).filter(({ inner }) => !inner);
    const at = all.findIndex((link) => link.path === path);
    return at === -1 ? {} : { previous: all[at - 1], next: all[at + 1] };
  }
}

function familyLink(family: string): SidebarLink {
  return {
    path: `/docs/calculators/#family-${family}`,
    label: (language) => familyName(family, language),
    inner: true,
  };
}

/** `page` for the page itself, `true` for the list of the errors on the page of one. */
function markOf(to: string, path: string): Html | false {
  if (to === path) return html` aria-current="page"`;
  return to.endsWith('/') && path.startsWith(to) && html` aria-current="true"`;
}
