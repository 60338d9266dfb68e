import type { Texts } from '../../calculation/describe/texts.ts';
import { PROBLEMS } from '../../request/problems/catalogue.ts';
import { Html, html } from '../frame/html.ts';
import { languageQuery } from '../frame/page.ts';
import { type RenderedPage, renderMarkdown } from './markdown.ts';
import type { PageTable } from './pages.ts';

/**
 * HTML of the list of all errors, sorted by status.
 *
 * @param pageOf an error's page in the language of the texts
 */
export function errorIndex(
  { errors }: PageTable,
  { language, say }: Texts,
  pageOf: (name: string, english: RenderedPage) => RenderedPage,
): string {
  const statuses: Readonly<Record<string, number>> = PROBLEMS;
  const rows = errors
    .map(({ name, page }) => ({
      name,
      status: statuses[name] ?? 0,
      meaning: /<p>(.*?)<\/p>/s.exec(pageOf(name, page).html)?.[1] ?? '',
    }))
    .sort((a, b) => a.status - b.status || a.name.localeCompare(b.name, 'en'))
    .map(
      ({ name, status, meaning }) =>
        html`<tr><td>${status}</td><td><a href="${name}${languageQuery(language)}">${name}</a></td><td>${new Html(meaning)}</td></tr>\n`,
    );
  const heads = [say('errors.status'), say('errors.code'), say('page.meaning')];
  return html`<h1>${say('errors.title')}</h1>
${new Html(renderMarkdown(say('errors.about')).html)}<div class="table" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>`.text;
}
