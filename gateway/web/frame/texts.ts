import { type Language, openCatalogue } from '../../../calculators/kit/index.ts';
import { describeMessages, type Texts } from '../../calculation/describe/texts.ts';

/** Texts of the frame of all pages. A key that is missing here comes from the descriptions of calculators. */
export const frameMessages = openCatalogue(new URL('./messages/', import.meta.url), describeMessages);

/** The texts of the frame in one language. */
export function frameTexts(language: Language): Texts {
  return { language, say: (key, values) => frameMessages.text(language, key, values) };
}

/** The title of a family of calculators; a plugin's own family has its name. */
export function familyName(family: string, language: Language): string {
  const known = frameMessages.find(language, `frame.families.${family}`);
  return known ?? family.charAt(0).toUpperCase() + family.slice(1).replaceAll('-', ' ');
}
