import type { Language } from '../../../../calculators/kit/index.ts';
import type { IndexLine } from '../../docs/calculator-pages/placed.ts';
import { type Html, html } from '../../frame/html.ts';
import { languageQuery } from '../../frame/page.ts';

/**
 * A link to a calculator with its summary.
 *
 * @param toFolder the folder of the calculators, relative to the page with the card
 */
export function calculatorCard({ page, title, summary }: IndexLine, language: Language, toFolder: string): Html {
  return html`<li><a href="${toFolder}${page}${languageQuery(language)}"><strong>${title(language)}</strong> <span>${summary(language)}</span></a></li>`;
}
