import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { isolating } from './isolates.ts';
import { DEFAULT_LANGUAGE, directionOf, LANGUAGES, type Language, localeOf } from './languages.ts';

/** A number with its unit. A message writes both in its language: `{ number: 45, unit: 'days' }` is `45 Tage`. */
export interface Measure {
  /** Written with a decimal point in every language, because callers copy it into requests. */
  readonly number: number;
  /** The unit of an input: `kg`, `days`. */
  readonly unit: string;
}

/**
 * Values for the placeholders of an ICU message. A number is prose, with the decimal mark of the language: `2,8` in
 * German. A text and a {@link Measure} are written as they are, because callers may copy them into requests.
 */
export type MessageValues = Readonly<Record<string, string | number | Measure>>;

/** The texts of one folder, one file per language (`en.json`, `de.json`, ...). Each is loaded at its first use. */
export interface Catalogue {
  /** Languages that have a file, in the product's order. */
  readonly languages: readonly Language[];
  /** The message as written, or `undefined`. A language without it, or with an empty text, falls back to English. */
  find(language: Language, key: string): string | undefined;
  /**
   * The message with its placeholders filled in. In a right-to-left language each value stands between isolates.
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
    return ICU_SYNTAX.test(message) ? fill(language, key, message, values && written(language, values)) : message;
  }

  function fill(language: Language, key: string, message: string, values?: Record<string, string | number>): string {
    const cached = `${language} ${key}`;
    let format = formats.get(cached);
    if (!format) {
      format = parseMessage(language, key, message);
      formats.set(cached, format);
    }
    return String(format.format(values));
  }

  function written(language: Language, values: MessageValues): Record<string, string | number> {
    const texts = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? measureText(language, value) : inProse(language, value),
    ]);
    return Object.fromEntries(texts);
  }

  function measureText(language: Language, { number, unit }: Measure): string {
    const own = find(language, `${MEASURES}${unit}`);
    if (own !== undefined) return fill(language, `${MEASURES}${unit}`, own, { n: number });
    const values = { n: number, unit: unitText({ find }, language, unit) };
    return fill(language, MEASURE, find(language, MEASURE) ?? '{n} {unit}', values);
  }

  return { languages, find, text, keys: () => [...messages(DEFAULT_LANGUAGE).keys()] };
}

/** A unit as tables name it: a word in the language (`months`), or the symbol itself (`kg`). */
export function unitText({ find }: Pick<Catalogue, 'find'>, language: Language, unit: string): string {
  return find(language, `units.${unit}`) ?? unit;
}

/** A fraction with the decimal mark of the language. A whole number stays a number, by which a plural form is chosen. */
function inProse(language: Language, value: string | number): string | number {
  if (typeof value === 'string' || Number.isInteger(value)) return value;
  return value.toLocaleString(localeOf(language), { useGrouping: false, maximumFractionDigits: 20 });
}

/** How a number stands with a symbol; the units with this prefix have a form of their own, such as `2 months`. */
const MEASURE = 'measure';
const MEASURES = 'measures.';

/** Parses a message. @throws SyntaxError if its ICU syntax is wrong */
export function parseMessage(language: Language, key: string, message: string): IntlMessageFormat {
  const locale = localeOf(language);
  const format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
  // A measure becomes a value of another message, which isolates it.
  const isMeasure = key === MEASURE || key.startsWith(MEASURES);
  if (directionOf(language) === 'ltr' || isMeasure) return format;
  return new IntlMessageFormat(isolating(format.getAst()), locale);
}

/** A message without any of these is plain text and need not be parsed. */
export const ICU_SYNTAX = /[{}']/;

function flatten(value: unknown, prefix = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string') {
    if (value !== '') into.set(prefix, value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) flatten(member, prefix ? `${prefix}.${name}` : name, into);
  }
  return into;
}
