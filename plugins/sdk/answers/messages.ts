import { type Catalogue, kitMessages, openCatalogue } from '../../../calculators/kit/index.ts';

/** Texts of requests and their problems. Keys that it lacks are looked up in the kit's catalogue. */
export const sdkMessages = openCatalogue(new URL('./messages/', import.meta.url), kitMessages);

/** A family's messages, and the SDK's for every key that the family and the kit lack. */
export function withRequestMessages(family: Catalogue): Catalogue {
  const find: Catalogue['find'] = (language, key) => family.find(language, key) ?? sdkMessages.find(language, key);
  return {
    languages: family.languages,
    keys: family.keys,
    find,
    text: (language, key, values) =>
      (family.find(language, key) === undefined ? sdkMessages : family).text(language, key, values),
  };
}
