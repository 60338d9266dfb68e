import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';

/** Values for the placeholders of an ICU message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** The texts of one folder, one file per language (`en.json`, `de.json`, ...). Each is loaded at its first use. */
export interface Catalogue {
  /** Languages that have a file, in the product's order. */
  readonly languages: readonly Language[];
  /** The message as written, or `undefined`; a language without it falls back to English. */
  find(language: Language, key: string): string | undefined;
  /**
   * The message with its placeholders filled in.
   *
   * @throws RangeError if neither the catalogue nor its parents hold the key; the tests find such mistakes
   */
  text(language: Language, key: string, values?: MessageValues): string;
  /** All keys of the English file. */
  keys(): string[];
}

/**
 * Opens a folder of messages. Nested members are addressed by dotted keys: `bmi.category.normal`.
 *
 * @param folder URL of the folder, as `new URL('./messages/', import.meta.url)`
 * @param parent catalogue for keys that this folder lacks
 * @throws RangeError if the folder has no `en.json`
 */
export function openCatalogue(folder: URL, parent?: Catalogue): Catalogue {
  const files = new Set(readdirSync(fileURLToPath(folder)));
  const languages = LANGUAGES.filter((language) => files.has(`${language}.json`));
  if (!languages.includes(DEFAULT_LANGUAGE)) throw new RangeError(`${folder.pathname} has no en.json`);
  const loaded = new Map<Language, ReadonlyMap<string, string>>();
  const formats = new Map<string, IntlMessageFormat>();

  function messages(language: Language): ReadonlyMap<string, string> {
    let map = loaded.get(language);
    if (!map) {
      map = languages.includes(language)
        ? flatten(JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')))
        : new Map();
      loaded.set(language, map);
    }
    return map;
  }

  function find(language: Language, key: string): string | undefined {
    return (
      messages(language).get(key) ??
      parent?.find(language, key) ??
      (language === DEFAULT_LANGUAGE ? undefined : find(DEFAULT_LANGUAGE, key))
    );
  }

  function text(language: Language, key: string, values?: MessageValues): string {
    const message = find(language, key);
    if (message === undefined) throw new RangeError(`no message ${key}`);
    if (!ICU_SYNTAX.test(message)) return message;
    const cached = `${language} ${key}`;
    let format = formats.get(cached);
    if (!format) {
      format = new IntlMessageFormat(message, FORMAT_LOCALES[language] ?? language, undefined, { ignoreTag: true });
      formats.set(cached, format);
    }
    return String(format.format(values));
  }

  return { languages, find, text, keys: () => [...messages(DEFAULT_LANGUAGE).keys()] };
}

/** A message without any of these is plain text and need not be parsed. */
const ICU_SYNTAX = /[{}']/;

/** Callers copy numbers from messages into requests, which take only the digits 0 to 9. */
const FORMAT_LOCALES: Partial<Record<Language, string>> = { ar: 'ar-u-nu-latn', hi: 'hi-u-nu-latn' };

function flatten(value: unknown, prefix = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string') into.set(prefix, value);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) flatten(member, prefix ? `${prefix}.${name}` : name, into);
  }
  return into;
}
