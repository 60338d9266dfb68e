import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { htmlPage } from './page-frame.ts';
import type { PageTable } from './pages.ts';

/** The reference page: Swagger UI for `/openapi.json`, started by `reference.js`. */
export function referencePage(table: PageTable): string {
  const languages = LANGUAGES.map((language) => {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return `<a href="?lang=${language}" lang="${language}" hreflang="${language}">${name}</a>`;
  });
  return htmlPage(table, {
    title: 'API reference',
    toDocs: 'docs/',
    styles: ['swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    body: `<nav class="languages" aria-label="Language of the reference">
${languages.join('\n')}
<a href="openapi.json">openapi.json</a>
</nav>
<div id="reference"></div>
<noscript><p>The reference needs JavaScript. Its source is <a href="openapi.json">openapi.json</a>.</p></noscript>`,
  });
}
