import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageFolders, messagesOf, REPOSITORY, readJson, writeJson } from './message-files.ts';

// A translation is confirmed against one English text. A change of that text makes it stale, until somebody has read
// both again. `calculators/glossary/confirmed` has a file for each folder of messages, with a line for each message:
// a hash of the English text, and the languages whose translation was confirmed against it.

const FOLDER = 'calculators/glossary/confirmed';

interface Confirmation {
  readonly hash: string;
  readonly languages: readonly string[];
}

const fileOf = (folder: string, root: string) => join(root, FOLDER, `${folder.replaceAll('/', '.')}.json`);

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

function confirmationsOf(folder: string, root: string): Map<string, Confirmation> {
  const lines = Object.entries<string>(Object(readJson(fileOf(folder, root))));
  return new Map(
    lines.map(([key, line]) => {
      const [hash = '', ...languages] = line.split(' ');
      return [key, { hash, languages }];
    }),
  );
}

/** A message by its folder and key. */
export interface MessagePlace {
  readonly folder: string;
  readonly key: string;
}

/** The messages of a language that no one has confirmed against the present English text. */
export function staleMessages(language: string, root = REPOSITORY): MessagePlace[] {
  return messageFolders(root).flatMap((folder) => {
    const confirmed = confirmationsOf(folder, root);
    const translated = messagesOf(folder, language, root);
    return [...messagesOf(folder, 'en', root)]
      .filter(([key, english]) => translated.has(key) && !isConfirmed(confirmed.get(key), english, language))
      .map(([key]) => ({ folder, key }));
  });
}

function isConfirmed(confirmation: Confirmation | undefined, english: string, language: string): boolean {
  return confirmation?.hash === hashOf(english) && confirmation.languages.includes(language);
}

/**
 * Confirms translations against the present English texts.
 *
 * @param keys the messages to confirm, as `key` in every folder or as `folder:key`; a key stands for all that begin
 * with it, as `bmi` for `bmi.title`. Without any, all messages of the language
 * @returns how many messages were stale before
 */
export function confirm(language: string, keys: readonly string[], root = REPOSITORY): number {
  mkdirSync(join(root, FOLDER), { recursive: true });
  const isMeant = ({ folder, key }: MessagePlace) =>
    keys.length === 0 ||
    keys.some((named) => `${key}.`.startsWith(`${named}.`) || `${folder}:${key}.`.startsWith(`${named}.`));
  const stale = staleMessages(language, root).filter(isMeant);
  for (const folder of messageFolders(root)) {
    const fresh = new Set(stale.filter((place) => place.folder === folder).map(({ key }) => key));
    const before = confirmationsOf(folder, root);
    const lines = [...messagesOf(folder, 'en', root)].flatMap(([key, english]) => {
      const hash = hashOf(english);
      const { hash: known, languages } = before.get(key) ?? { hash, languages: [] };
      if (!fresh.has(key)) return languages.length === 0 ? [] : [[key, [known, ...languages].join(' ')]];
      const others = known === hash ? languages.filter((other) => other !== language) : [];
      return [[key, [hash, ...[...others, language].toSorted()].join(' ')]];
    });
    writeJson(fileOf(folder, root), Object.fromEntries(lines));
  }
  return stale.length;
}
