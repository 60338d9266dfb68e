import { type Language, type MessageValues, openCatalogue } from '../../../calculators/kit/index.ts';
import { gatewayMessages } from '../../request/problems/catalogue.ts';

/** Texts that describe the inputs of calculators, in the OpenAPI document and in MCP tools. */
export const describeMessages = openCatalogue(new URL('./messages/', import.meta.url), gatewayMessages);

/** The texts of descriptions, in one language. */
export interface Texts {
  readonly language: Language;
  /** @throws RangeError for an unknown key */
  say(key: string, values?: MessageValues): string;
}

/** The texts of descriptions in one language. */
export function describeTextsIn(language: Language): Texts {
  return { language, say: (key, values) => describeMessages.text(language, key, values) };
}
