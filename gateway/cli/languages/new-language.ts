import type { MessagePlace } from './confirmations.ts';
import { messageFolders, messagesOf, REPOSITORY, writeMessages } from './message-files.ts';

/** A language cannot be made, for the reason in the message. */
export class LanguageRefused extends Error {
  override readonly name = 'LanguageRefused';
}

/**
 * Writes the message files of a language. A message without translation is an empty text, which falls back to English.
 * Run again, it keeps every translation and adds the messages that English has got since.
 *
 * @returns how many messages wait for a translation
 * @throws LanguageRefused if `tag` is not a language tag (RFC 5646) in its usual spelling, or is English
 */
export function newLanguage(tag: string, root = REPOSITORY): number {
  if (!isCanonical(tag) || tag === 'en')
    throw new LanguageRefused(`${tag} is not the tag of a language to translate to`);
  for (const folder of messageFolders(root)) writeMessages(folder, tag, messagesOf(folder, tag, root), root);
  return missingMessages(tag, root).length;
}

function isCanonical(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** A message that waits for its translation. */
export interface MissingMessage extends MessagePlace {
  readonly english: string;
}

/** The messages that a language lacks. */
export function missingMessages(language: string, root = REPOSITORY): MissingMessage[] {
  return messageFolders(root).flatMap((folder) => {
    const translated = messagesOf(folder, language, root);
    return [...messagesOf(folder, 'en', root)]
      .filter(([key]) => !translated.has(key))
      .map(([key, english]) => ({ folder, key, english }));
  });
}
