import type { Language } from '../../../calculators/kit/index.ts';
import type { Content } from '../content/content.ts';
import { type DocumentOrder, documentThread } from './document-thread.ts';

/** The OpenAPI document in each language, built at the first request for it. */
export function documentCache(order: DocumentOrder): (language: Language) => Promise<Content> {
  const thread = documentThread(order);
  const built = new Map<Language, Promise<Content>>();
  return (language) => {
    const known = built.get(language);
    if (known) return known;
    const content = thread.run(language);
    built.set(language, content);
    // The next request tries again.
    content.catch(() => built.delete(language));
    return content;
  };
}
