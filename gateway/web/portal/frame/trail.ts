import type { Language } from '../../../../calculators/kit/index.ts';
import { type Html, html } from '../../frame/html.ts';
import { languageQuery, rootFrom } from '../../frame/page.ts';
import { familyName } from '../../frame/texts.ts';
import { portalTexts } from './texts.ts';

/** The place of a calculator's page as links: the documentation, all calculators, its family. */
export function trailTo(path: string, family: string, language: Language): Html {
  const { say } = portalTexts(language);
  const docs = `${rootFrom(path)}docs/`;
  const query = languageQuery(language);
  const step = (to: string, label: string) => html`<li><a href="${docs}${to}">${label}</a></li>`;
  return html`<nav class="trail" aria-label="${say('portal.trail')}"><ol>
${step(`getting-started${query}`, say('frame.guides'))}
${step(`calculators/${query}`, say('frame.calculators'))}
${step(`calculators/${query}#family-${family}`, familyName(family, language))}
</ol></nav>`;
}
