import { directionOf, LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { Html, html } from '../frame/html.ts';
import { framedPage, languageQuery, rootFrom, type Section, type Site } from '../frame/page.ts';
import { frameTexts } from '../frame/texts.ts';
import { type Heading, plainText } from './markdown.ts';
import type { Sidebar } from './sidebar.ts';

/** What all pages of the documentation share. */
export interface DocsSite extends Site {
  readonly sidebar: Sidebar;
}

export interface DocumentPage {
  /** Path of the page: `/docs/api`. */
  readonly path: string;
  /** Language of the frame. */
  readonly language: Language;
  /** The languages of the content. Default: all. In any other language the content is English and the page says so. */
  readonly languages?: readonly Language[];
  readonly title: string;
  /** HTML of the content. */
  readonly body: string;
  /** The headings of the content. Those of the second and third depth are the contents of the page. */
  readonly headings?: readonly Heading[];
  readonly section?: Section;
  /** Whether the page is also there in Markdown, at its address with `.md`. */
  readonly markdown?: boolean;
  /** Day of the last change, `2026-11-23`; `null` if it is not known. */
  readonly edited?: string | null;
}

/** A page of the documentation: the list of pages, the content with its own contents, and the way on. */
export function documentPage(site: DocsSite, page: DocumentPage): string {
  const { path, language, languages = LANGUAGES, title, body, headings = [], section = 'guides' } = page;
  const spoken = languages.includes(language) ? language : 'en';
  const { say } = frameTexts(language);
  const contents = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const hasContents = contents.length > 1;
  return framedPage({
    ...{ site, language, languages, title, path, section },
    description: descriptionOf(body) || title,
    pages: site.sidebar.navigation(language, path),
    contents: hasContents ? contentsOf(contents, language, spoken) : undefined,
    body: html`<div class="tools"><button type="button" class="quiet" popovertarget="pages">${say('frame.menu')}</button>${hasContents && html`<button type="button" class="quiet" popovertarget="contents">${say('frame.contents')}</button>`}${page.markdown && markdownTools(path, language)}</div>
${spoken !== language && html`<p class="notice">${say('frame.english_only')}</p>`}
<article lang="${spoken}" dir="${directionOf(spoken)}">
${new Html(body)}
</article>
${page.edited && html`<p class="edited">${say('frame.edited', { date: dayIn(language, page.edited) })}</p>`}
${pagerOf(site, path, language)}`,
  });
}

/** The first paragraph, up to the length that search engines show. */
function descriptionOf(body: string): string {
  const text = plainText(/<p>(.*?)<\/p>/s.exec(body)?.[1] ?? '');
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(' ', 157))} …`;
}

function contentsOf(headings: readonly Heading[], language: Language, spoken: Language): Html {
  const { say } = frameTexts(language);
  const items = headings.map(
    ({ id, depth, text }) => html`<li${depth === 3 && html` class="inner"`}><a href="#${id}">${text}</a></li>`,
  );
  return html`<nav id="contents" class="contents" popover aria-labelledby="contents-title"><button type="button" class="quiet" popovertarget="contents" popovertargetaction="hide">${say('frame.search.close')}</button><p id="contents-title">${say('frame.contents')}</p><ul lang="${spoken}" dir="${directionOf(spoken)}">${items}</ul></nav>`;
}

function markdownTools(path: string, language: Language): Html {
  const { say } = frameTexts(language);
  const address = `${path.slice(path.lastIndexOf('/') + 1)}.md${languageQuery(language)}`;
  return html`<button type="button" class="quiet" data-copy-page="${address}" data-done="${say('frame.copied')}">${say('frame.copy_markdown')}</button><a href="${address}">${say('frame.view_markdown')}</a>`;
}

function dayIn(language: Language, day: string): string {
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

function pagerOf({ sidebar }: DocsSite, path: string, language: Language): Html | false {
  const { say } = frameTexts(language);
  const neighbours = sidebar.neighbours(path);
  const root = rootFrom(path);
  const links = (['previous', 'next'] as const).map((side) => {
    const to = neighbours[side];
    const rel = side === 'next' ? 'next' : 'prev';
    return (
      to !== undefined &&
      html`<a rel="${rel}" href="${root}${to.path.slice(1)}${languageQuery(language)}"><span>${say(`frame.${side}`)}</span> ${to.label(language)}</a>`
    );
  });
  return links.some(Boolean) && html`<nav class="pager" aria-label="${say('frame.pager')}">${links}</nav>`;
}
