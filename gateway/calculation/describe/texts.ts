import { type Language, type MessageValues, openCatalogue } from '../../../calculators/kit/index.ts';
import { gatewayMessages } from '../../request/problems/catalogue.ts';

/** Texts that describe the inputs of calculators, for the OpenAPI document as for the tools of MCP. */
export const describeMessages = openCatalogue(new URL('./messages/', import.meta.url), gatewayMessages);

/** Says a text in the language that a description is written in. */
export interface Texts {
  readonly language: Language;
  /** @throws RangeError if there is no such message */
  say(key: string, values?: MessageValues): string;
}

/** The texts of descriptions in one language. */
export function describeTextsIn(language: Language): Texts {
  return { language, say: (key, values) => describeMessages.text(language, key, values) };
}
