import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** Every folder with message files, those of the dashboard included, by its path in the repository. */
export const MESSAGE_FOLDERS: readonly string[] = globSync(
  ['{calculators,gateway,plugins}/**/messages/en.json', 'dashboard/texts/en.json'],
  { cwd: fileURLToPath(ROOT) },
)
  .map((path) => path.replaceAll('\\', '/').slice(0, -'/en.json'.length))
  .toSorted();

/** The messages of a folder in one language by dotted key, without any fallback. */
export function messagesOf(folder: string, language: string): Map<string, string> {
  const messages = new Map<string, string>();
  collect('', JSON.parse(readFileSync(new URL(`${folder}/${language}.json`, ROOT), 'utf8')));
  return messages;

  function collect(key: string, value: unknown): void {
    if (typeof value === 'string') messages.set(key, value);
    else for (const [name, member] of Object.entries(Object(value))) collect(key ? `${key}.${name}` : name, member);
  }
}

/** A text of the repository. */
export const readText = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
