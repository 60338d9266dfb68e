import { type Language, openCatalogue } from '../../../../calculators/kit/index.ts';
import type { Texts } from '../../../calculation/describe/texts.ts';
import { documentMessages } from '../../docs/texts.ts';

/** Texts of the pages for visitors; a key that is missing here comes from the texts of the documentation. */
export const portalMessages = openCatalogue(new URL('../messages/', import.meta.url), documentMessages);

export function portalTexts(language: Language): Texts {
  return { language, say: (key, values) => portalMessages.text(language, key, values) };
}
