import type { Language } from '../../../calculators/kit/index.ts';
import { manifestPage } from '../docs/calculator-pages/manifest-page.ts';
import { lineOfManifest, type PlacedManifest } from '../docs/calculator-pages/placed.ts';
import { renderMarkdown } from '../docs/markdown.ts';
import { Html, html } from '../frame/html.ts';
import { framedPage, type Site } from '../frame/page.ts';
import { portalTexts } from './frame/texts.ts';
import { trailTo } from './frame/trail.ts';

/** The page of a calculator that a service answers: what its manifest says. The gateway cannot calculate it itself. */
export function servicePage(placed: PlacedManifest, language: Language, site: Site): string {
  const line = lineOfManifest(placed);
  const rendered = renderMarkdown(manifestPage(placed, portalTexts(language)));
  const path = `/docs/calculators/${placed.page}`;
  return framedPage({
    ...{ site, language, path, section: 'calculators' },
    title: line.title(language),
    description: line.summary(language),
    body: html`${trailTo(path, line.family, language)}
<article class="science">${new Html(rendered.html)}</article>`,
  });
}
