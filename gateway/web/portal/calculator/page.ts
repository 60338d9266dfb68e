import { lineOf, type Placed } from '../../docs/calculator-pages/placed.ts';
import { html } from '../../frame/html.ts';
import { framedPage, rootFrom, type Site } from '../../frame/page.ts';
import { calculatorCard } from '../frame/card.ts';
import { trailTo } from '../frame/trail.ts';
import { toFolder } from './address.ts';
import { codeOf } from './code.ts';
import { formOf } from './form.ts';
import { resultOf } from './result.ts';
import { scienceOf } from './science.ts';
import type { CalculatorView } from './view.ts';

export interface CalculatorPageOptions {
  readonly site: Site;
  readonly related: readonly Placed[];
}

/** The page of a calculator: form and result beside each other, then code, and what the calculator rests on. */
export function calculatorPage(view: CalculatorView, { related, site }: CalculatorPageOptions): string {
  const { calculator, language, words, say } = view;
  const { messages } = calculator.family;
  const summary = messages.text(language, `${calculator.name}.summary`);
  const use = messages.find(language, `${calculator.name}.use`);
  const path = `/docs/calculators/${view.page}`;
  const body = html`${trailTo(path, calculator.family.name, language)}
<h1>${words.title}</h1>
<p class="lead">${summary}</p>
${
  use !== undefined &&
  html`<p class="use">${use}</p>
`
}<div class="columns">${formOf(view)}
${resultOf(view)}</div>
${codeOf(view)}
<p class="below"><a href="${rootFrom(path)}docs/embed?${String(new URLSearchParams({ calculator: view.page, lang: language }))}">${say('frame.embed')}</a></p>
${scienceOf(view)}
${related.length > 0 && html`<nav class="related" aria-labelledby="related"><h2 id="related">${say('portal.related.heading')}</h2><ul class="cards">${related.map((other) => calculatorCard(lineOf(other), language, toFolder(view.page)))}</ul></nav>`}`;
  return framedPage({
    ...{ site, language, path, section: 'calculators', body },
    title: words.title,
    description: summary,
    own: !view.isExample,
  });
}
