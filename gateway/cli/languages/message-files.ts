import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This repository. */
export const REPOSITORY: string = fileURLToPath(new URL('../../../', import.meta.url));

/** Where folders of messages stand: below the first ones as `messages`, in the dashboard as `texts`. */
const PLACES = ['calculators', 'gateway', 'plugins', 'dashboard/texts'];

/** The folders with message files, the dashboard's texts included, by their paths in the repository, sorted. */
export function messageFolders(root = REPOSITORY): string[] {
  return PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) =>
      `${place}/${file}`.replaceAll('\\', '/'),
    ),
  )
    .filter((path) => /\/(messages|texts)\/en\.json$/.test(path) && !path.includes('/node_modules/'))
    .map((path) => path.slice(0, -'/en.json'.length))
    .toSorted();
}

/**
 * The messages of a folder in one language by dotted key, without any fallback. An empty text is a message that waits
 * for its translation, and is left out.
 */
export function messagesOf(folder: string, language: string, root = REPOSITORY): Map<string, string> {
  const messages = new Map<string, string>();
  collect(readJson(join(root, folder, `${language}.json`)), '', messages);
  return messages;
}

function collect(value: unknown, key: string, into: Map<string, string>): void {
  if (typeof value === 'string') {
    if (value !== '') into.set(key, value);
  } else
    for (const [name, member] of Object.entries(Object(value))) collect(member, key ? `${key}.${name}` : name, into);
}

/** Writes a language's file of a folder, in the shape and order of the English one. */
export function writeMessages(
  folder: string,
  language: string,
  messages: ReadonlyMap<string, string>,
  root = REPOSITORY,
): void {
  const shaped = (value: unknown, key: string): unknown =>
    typeof value === 'string'
      ? (messages.get(key) ?? '')
      : Object.fromEntries(
          Object.entries(Object(value)).map(([name, member]) => [name, shaped(member, key ? `${key}.${name}` : name)]),
        );
  writeJson(join(root, folder, `${language}.json`), shaped(readJson(join(root, folder, 'en.json')), ''));
}

/** A JSON file; an empty object if there is no such file. */
export function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
