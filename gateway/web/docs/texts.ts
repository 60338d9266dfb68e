import { type Language, type MessageValues, openCatalogue } from '../../../calculators/kit/index.ts';
import { gatewayMessages } from '../../errors/catalogue.ts';

/** Texts of the OpenAPI document; titles and details of problems come from the gateway's catalogue. */
export const documentMessages = openCatalogue(new URL('./messages/', import.meta.url), gatewayMessages);

/** Says a text of the document in the language that the document is written in. */
export interface Texts {
  readonly language: Language;
  /** @throws RangeError if there is no such message */
  say(key: string, values?: MessageValues): string;
}

export function textsIn(language: Language): Texts {
  return { language, say: (key, values) => documentMessages.text(language, key, values) };
}
