import { type Language, openCatalogue } from '../../../calculators/kit/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { frameMessages } from '../frame/texts.ts';

/** Texts of the documentation and the OpenAPI document. Titles and details of problems come from the gateway's catalogue. */
export const documentMessages = openCatalogue(new URL('./messages/', import.meta.url), frameMessages);

/** The texts of the OpenAPI document in one language. */
export function textsIn(language: Language): Texts {
  return { language, say: (key, values) => documentMessages.text(language, key, values) };
}
