import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { Plan } from '../../accounts/plans/plans.ts';
import type { IndexLine, Placed } from '../docs/calculator-pages/placed.ts';
import { type Html, html } from '../frame/html.ts';
import { framedPage, languageQuery, type Site } from '../frame/page.ts';
import { codeOf } from './calculator/code.ts';
import { exampleView } from './calculator/filled.ts';
import { formOf } from './calculator/form.ts';
import { resultOf } from './calculator/result.ts';
import { portalTexts } from './frame/texts.ts';
import { familiesOf } from './index-page.ts';
import { plansOf } from './plans.ts';

/** The calculator that the home page shows, if it is installed. */
const SHOWN = 'bmi';

export interface HomeOptions {
  readonly site: Site;
  readonly placed: readonly Placed[];
  /** Every calculator, those of services included. */
  readonly lines: readonly IndexLine[];
  /** Whether visitors may create an account. */
  readonly signUp: boolean;
  /** The plans that clients can choose. */
  readonly plans: readonly Plan[];
}

/**
 * The page for visitors at `/`: what this is, a calculator to try at once, three facts, the plans with prices, all
 * calculators.
 */
export function homePage({ placed, lines, signUp, plans, site }: HomeOptions, language: Language): string {
  const { say } = portalTexts(language);
  const title = say('portal.home.headline');
  const lead = say('portal.home.lead', { count: lines.length });
  const query = languageQuery(language);
  const body = html`<div class="hero"><h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="actions"><a class="button" href="#calculators">${say('frame.calculators')}</a>${signUp && html` <a class="button quiet" href="sign-in${query}#/create-account">${say('portal.home.create')}</a>`}</p></div>
${trial(placed, language)}
${facts(placed, language)}
${plansOf(plans, language)}
<div id="calculators">${familiesOf(lines, language, 'docs/calculators/')}</div>`;
  return framedPage({ site, language, title, description: lead, path: '/', body });
}

/** A calculator with its first example; its form leads to its page. */
function trial(placed: readonly Placed[], language: Language): Html | false {
  const shown = placed.find(({ page }) => page === SHOWN) ?? placed[0];
  if (shown === undefined) return false;
  const view = { ...exampleView(shown, language), here: `docs/calculators/${shown.page}` };
  return html`<h2><a href="${view.here}${view.query}">${view.words.title}</a></h2>
<div class="columns">${formOf(view)}
${resultOf(view)}</div>
${codeOf(view)}`;
}

function facts(placed: readonly Placed[], language: Language): Html {
  const { say } = portalTexts(language);
  const citations = placed.flatMap(({ calculator }) =>
    [...calculator.equations.flatMap(([, { sources }]) => sources), ...calculator.sources].map(
      ({ citation }) => citation,
    ),
  );
  const fact = (heading: string, text: string) => html`<li><strong>${heading}</strong> <span>${text}</span></li>`;
  return html`<ul class="three">
${fact(say('portal.home.sources', { count: new Set(citations).size }), say('portal.home.sources_text'))}
${fact(say('portal.home.languages', { count: LANGUAGES.length }), say('portal.home.languages_text'))}
${fact(say('portal.home.quota'), say('portal.home.quota_text'))}
</ul>`;
}
