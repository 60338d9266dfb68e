import { type Language, openCatalogue } from '../../../calculators/kit/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { documentMessages } from '../docs/texts.ts';

/** Texts of the reference; a key that is missing here comes from the OpenAPI document. */
const messages = openCatalogue(new URL('./messages/', import.meta.url), documentMessages);

/** The texts of the reference in one language. */
export function referenceTexts(language: Language): Texts {
  return { language, say: (key, values) => messages.text(language, key, values) };
}
