import type { Language } from '../../calculators/kit/index.ts';
import { type Content, contentOf } from './content.ts';
import { type DocumentOptions, openApiDocument } from './openapi.ts';

/** The OpenAPI document in each language, built when it is first asked for. */
export function documentCache(options: Omit<DocumentOptions, 'language'>): (language: Language) => Content {
  const built = new Map<Language, Content>();
  return (language) => {
    let content = built.get(language);
    if (!content) {
      const document = openApiDocument({ ...options, language });
      content = contentOf('application/json; charset=utf-8', JSON.stringify(document));
      built.set(language, content);
    }
    return content;
  };
}
