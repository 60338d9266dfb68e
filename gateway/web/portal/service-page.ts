import type { Language } from '../../../calculators/kit/index.ts';
import { manifestPage } from '../docs/calculator-pages/manifest-page.ts';
import { lineOfManifest, type PlacedManifest } from '../docs/calculator-pages/placed.ts';
import { renderMarkdown } from '../docs/markdown.ts';
import { toRoot } from './calculator/address.ts';
import { Html } from './frame/html.ts';
import { type PortalPage, portalPage } from './frame/page.ts';
import { portalTexts } from './frame/texts.ts';

/** The page of a calculator that a service answers: what its manifest says. The gateway cannot calculate it itself. */
export function servicePage(
  placed: PlacedManifest,
  language: Language,
  frame: Pick<PortalPage, 'assets' | 'signIn'>,
): string {
  const line = lineOfManifest(placed);
  const { html } = renderMarkdown(manifestPage(placed, portalTexts(language)));
  return portalPage({
    ...frame,
    language,
    title: line.title(language),
    description: line.summary(language),
    toRoot: toRoot(placed.page),
    here: placed.endpoint.name,
    body: new Html(`<article class="science">${html}</article>`),
  });
}
