import type { Language } from '../../../calculators/kit/index.ts';
import { manifestPage } from '../docs/calculator-pages/manifest-page.ts';
import { lineOfManifest, type PlacedManifest } from '../docs/calculator-pages/placed.ts';
import { renderMarkdown } from '../docs/markdown.ts';
import { Html } from '../frame/html.ts';
import { framedPage, type Site } from '../frame/page.ts';
import { portalTexts } from './frame/texts.ts';

/** The page of a calculator that a service answers: what its manifest says. The gateway cannot calculate it itself. */
export function servicePage(placed: PlacedManifest, language: Language, site: Site): string {
  const line = lineOfManifest(placed);
  const { html } = renderMarkdown(manifestPage(placed, portalTexts(language)));
  return framedPage({
    ...{ site, language, path: `/docs/calculators/${placed.page}`, section: 'calculators' },
    title: line.title(language),
    description: line.summary(language),
    body: new Html(`<article class="science">${html}</article>`),
  });
}
