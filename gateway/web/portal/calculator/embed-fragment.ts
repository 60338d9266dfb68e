import { directionOf } from '../../../../calculators/kit/index.ts';
import { html } from '../../frame/html.ts';
import { formControls, hintFor } from './form.ts';
import { outcomeOf } from './result.ts';
import type { CalculatorView } from './view.ts';

/**
 * A calculator for a page of another site: the form, and after a calculation its result. It is HTML without a frame; the
 * style comes with `embed.js`.
 *
 * @param isAnswered whether the visitor has sent the form
 */
export function embedFragment(view: CalculatorView, isAnswered: boolean): string {
  const { language, say, words, baseUrl, page, query } = view;
  return html`<section lang="${language}" dir="${directionOf(language)}" aria-labelledby="title" data-failed="${say('portal.embed.failed')}">
<h2 id="title">${words.title}</h2>
<form method="post" id="form">
${formControls(view)}
</form>
<div class="refusal" role="alert"></div>
${isAnswered && html`<section id="result" class="outcome" aria-labelledby="result-heading" tabindex="-1"><h3 id="result-heading">${say('portal.result.heading')}</h3>${outcomeOf(view)}</section>`}
<p class="hint"><a href="${baseUrl}/docs/calculators/${page}${query}" target="_blank" rel="noopener">${say('portal.embed.more')}</a></p>
</section>`.text;
}

/** About so many letters are in a line of a column that is as wide as a phone. */
const LETTERS_IN_LINE = 42;

const linesOf = (text: string) => Math.ceil(text.length / LETTERS_IN_LINE);

/**
 * The height that a page reserves for the form, in em, so that little moves when the form comes. It is an estimate,
 * because the fonts and the width are those of the page.
 */
export function reservedHeight(view: CalculatorView): number {
  const { calculator, words, say } = view;
  const fields = calculator.fields.map((field) => {
    const [label, hint] = words.parted(field.name);
    return 4.8 + 1.5 * linesOf(label) + 1.3 * linesOf(hintFor(view, field, hint));
  });
  const hasUnits = calculator.fields.some(({ meta }) => meta.dimension);
  const rest = 1.75 * linesOf(words.title) + (hasUnits ? 5.5 : 0) + 10 + 1.3 * linesOf(say('portal.form.private'));
  return Math.round(rest + fields.reduce((sum, height) => sum + height, 0));
}
