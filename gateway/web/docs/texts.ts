import { type Language, openCatalogue } from '../../../calculators/kit/index.ts';
import { describeMessages, type Texts } from '../../calculation/describe/texts.ts';

/** Texts of the OpenAPI document. Titles and details of problems come from the gateway's catalogue. */
export const documentMessages = openCatalogue(new URL('./messages/', import.meta.url), describeMessages);

/** The texts of the OpenAPI document in one language. */
export function textsIn(language: Language): Texts {
  return { language, say: (key, values) => documentMessages.text(language, key, values) };
}
