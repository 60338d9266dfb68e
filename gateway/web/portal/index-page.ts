import type { Language } from '../../../calculators/kit/index.ts';
import type { IndexLine } from '../docs/calculator-pages/placed.ts';
import { type Html, html } from '../frame/html.ts';
import { framedPage, type Site } from '../frame/page.ts';
import { familyName } from '../frame/texts.ts';
import { calculatorCard } from './frame/card.ts';
import { portalTexts } from './frame/texts.ts';

/** All calculators by family, with a search that the script adds. */
export function indexPage(calculators: readonly IndexLine[], language: Language, site: Site): string {
  const { say } = portalTexts(language);
  const body = html`<h1>${say('frame.calculators')}</h1>
${familiesOf(calculators, language, '')}`;
  const description = calculators.map(({ title }) => title(language)).join(', ');
  return framedPage({
    ...{ site, language, title: say('frame.calculators'), path: '/docs/calculators/', section: 'calculators', body },
    description: description.slice(0, 160),
  });
}

/** The families, each with its calculators as cards. */
export function familiesOf(calculators: readonly IndexLine[], language: Language, toFolder: string): Html {
  const { say } = portalTexts(language);
  const families = [...Map.groupBy(calculators, ({ family }) => family)];
  const sections = families.map(
    ([family, members]) =>
      html`<section class="family" aria-labelledby="family-${family}"><h2 id="family-${family}">${familyName(family, language)}</h2><ul class="cards">${members.map((member) => calculatorCard(member, language, toFolder))}</ul></section>`,
  );
  return html`<p class="search"><label for="search">${say('portal.search')}</label> <input type="search" id="search" autocomplete="off"></p>
${sections}`;
}
