import type { Language, MessageValues } from '../../../calculators/kit/index.ts';
import type { Placed } from '../docs/calculator-pages/placed.ts';
import { html } from '../frame/html.ts';
import { framedPage, languageQuery, type Site } from '../frame/page.ts';
import { portalTexts } from './frame/texts.ts';

/** Heading and text of each reason: the network is beyond its limit, or the form cannot be read. */
const TEXTS = {
  limit: ['portal.limit.heading', 'portal.limit.text'],
  unreadable: ['portal.unreadable.heading', 'portal.unreadable.text'],
} as const;
export type RefusalReason = keyof typeof TEXTS;

/** Heading and text of a refusal. */
export function refusalTexts(language: Language, reason: RefusalReason, values: MessageValues) {
  const { say } = portalTexts(language);
  const [heading, text] = TEXTS[reason];
  return { heading: say(heading), text: say(text, values) };
}

/** The page that answers a form which is not calculated, with the way back to the calculator. */
export function refusalPage(
  { calculator: { name, family }, page }: Placed,
  language: Language,
  reason: RefusalReason,
  values: MessageValues,
  site: Site,
): string {
  const { heading: title, text } = refusalTexts(language, reason, values);
  const here = page.split('/').at(-1) ?? page;
  const back = family.messages.text(language, `${name}.title`);
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a href="${here}${languageQuery(language)}">${back}</a></p>`;
  return framedPage({
    ...{ site, language, title, description: title, path: `/docs/calculators/${page}`, section: 'calculators', body },
    own: true,
  });
}
