import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { type RenderedPage, renderMarkdown, withoutExtension } from './markdown.ts';

const FOLDER = new URL('../../../docs/languages/', import.meta.url);

/** The translated pages: which exist, and each of them rendered at its first use. */
export interface TranslatedPages {
  /** The languages that have a page, by its path below `docs`: `api`, `errors/conflict`. */
  languagesOf(path: string): readonly Language[];
  /** A page in a language, with the anchors of the English page; the English page if there is no translation. */
  read(language: Language, path: string, english: RenderedPage): RenderedPage;
  /** The Markdown of a translation; `undefined` if there is none. */
  textOf(language: Language, path: string): string | undefined;
}

/** Lists the pages of `docs/languages/<language>`. Only files of this list are ever read. */
export function listTranslatedPages(folder = FOLDER): TranslatedPages {
  const files = filesIn(fileURLToPath(folder));
  const rendered = new Map<string, RenderedPage>();
  const textOf = (language: Language, path: string) => {
    const file = `${language}/${path}.md`;
    return files.has(file) ? readFileSync(new URL(file, folder), 'utf8') : undefined;
  };
  return {
    textOf,
    languagesOf: (path) => LANGUAGES.filter((language) => files.has(`${language}/${path}.md`)),
    read(language, path, english) {
      const key = `${language}/${path}`;
      let page = rendered.get(key);
      if (!page) {
        const text = textOf(language, path);
        if (text === undefined) return english;
        page = renderMarkdown(text, {
          anchors: english.headings.map(({ id }) => id),
          addressOf: (href) => translatedAddress(language, path, href),
        });
        rendered.set(key, page);
      }
      return page;
    },
  };
}

function filesIn(folder: string): ReadonlySet<string> {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return new Set(files.map((file) => file.replaceAll('\\', '/')));
}

/**
 * The address of a link on a translated page, relative to the address of the page. `languages/de/api.md` is served as
 * `api?lang=de`, beside the English pages.
 *
 * @param path path of the page below `docs`, without extension
 * @param href target of the link, relative to the file of the page
 */
export function translatedAddress(language: Language, path: string, href: string): string {
  const folder = `/docs/languages/${language}/`;
  const { pathname, hash } = new URL(withoutExtension(href), `file://${folder}${path}`);
  const isTranslated = pathname.startsWith(folder);
  const target = isTranslated ? `/docs/${pathname.slice(folder.length)}` : pathname;
  const up = '../'.repeat(path.split('/').length);
  return `${up}${target.slice(1)}${isTranslated ? `?lang=${language}` : ''}${hash}`;
}
