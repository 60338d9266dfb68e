import type { Language } from '../../../calculators/kit/index.ts';
import { html } from '../frame/html.ts';
import { framedPage, languageQuery, type Site } from '../frame/page.ts';
import { frameTexts } from '../frame/texts.ts';

/** The reference page: Swagger UI for `/openapi.json`, started by `reference.js`. */
export function referencePage(site: Site, language: Language, assets: Readonly<Record<string, string>>): string {
  const { say } = frameTexts(language);
  const title = say('frame.reference');
  return framedPage({
    ...{ site, language, title, path: '/docs', section: 'reference', description: title },
    head: html`<link rel="stylesheet" href="${assets['swagger-ui.css']}">
<script src="${assets['swagger-ui-bundle.js']}" defer></script>
<script src="${assets['reference.js']}" defer></script>`,
    body: html`<h1 class="unseen">${title}</h1>
<p><a href="openapi.json${languageQuery(language)}">openapi.json</a></p>
<div id="reference"></div>`,
  });
}
