import { PROBLEMS } from '../../request/problems/catalogue.ts';
import { escapeHtml, link } from './page-frame.ts';
import type { PageTable } from './pages.ts';

/** HTML of the list of all errors, sorted by status. */
export function errorIndex({ errors }: PageTable): string {
  const statuses: Readonly<Record<string, number>> = PROBLEMS;
  const rows = errors
    .map(({ name, page }) => ({
      name,
      status: statuses[name] ?? 0,
      meaning: /<p>(.*?)<\/p>/s.exec(page.html)?.[1] ?? '',
    }))
    .sort((a, b) => a.status - b.status || a.name.localeCompare(b.name, 'en'))
    .map(
      ({ name, status, meaning }) =>
        `<tr><td>${status}</td><td>${link(escapeHtml(name), name)}</td><td>${meaning}</td></tr>`,
    );
  return `<h1>Errors</h1>
<p>Every error is a problem (RFC 9457). Its <code>type</code> is the address of one of these pages, and its <code>code</code> is the last part of that address.</p>
<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">What it means</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}
