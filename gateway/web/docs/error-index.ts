import type { Texts } from '../../calculation/describe/texts.ts';
import { PROBLEMS } from '../../request/problems/catalogue.ts';
import { type RenderedPage, renderMarkdown } from './markdown.ts';
import { escapeHtml, link } from './page-frame.ts';
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
  const query = language === 'en' ? '' : `?lang=${language}`;
  const rows = errors
    .map(({ name, page }) => ({
      name,
      status: statuses[name] ?? 0,
      meaning: /<p>(.*?)<\/p>/s.exec(pageOf(name, page).html)?.[1] ?? '',
    }))
    .sort((a, b) => a.status - b.status || a.name.localeCompare(b.name, 'en'))
    .map(
      ({ name, status, meaning }) =>
        `<tr><td>${status}</td><td>${link(`${name}${query}`, name)}</td><td>${meaning}</td></tr>`,
    );
  const heads = [say('errors.status'), say('errors.code'), say('page.meaning')];
  return `<h1>${escapeHtml(say('errors.title'))}</h1>
${renderMarkdown(say('errors.about')).html}<table>
<thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}
