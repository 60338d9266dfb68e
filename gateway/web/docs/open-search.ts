import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { LANGUAGES, type Language, type Plugin } from '../../../plugins/sdk/index.ts';
import { type Content, contentOf } from '../content/content.ts';
import { lineOf, lineOfManifest, placedCalculators, placedManifests } from './calculator-pages/placed.ts';
import { type PageTable, readPages } from './pages.ts';
import {
  type FoundPage,
  findableCalculator,
  findableDocuments,
  findableOperation,
  findableRoutes,
  findableService,
  type SearchIndex,
  searchTexts,
} from './search-index.ts';
import { listTranslatedPages, type TranslatedPages } from './translated-pages.ts';

/** The pages that every installation has, by language. `npm ci` writes the files. */
const FOLDER = new URL('./prebuilt/', import.meta.url);

const fileOf = (language: Language) => new URL(`${language}.json`, FOLDER);

/** What the search of an installation is made of. */
export interface SearchOptions {
  readonly table: PageTable;
  readonly translated: TranslatedPages;
  readonly plugins: readonly Plugin[];
  /** Whether the accounts API is part of the installation. */
  readonly platform: boolean;
}

/**
 * The search of an installation: the index of each language, made at the first use. It takes the pages that `npm ci` has
 * read, and adds the calculators of the plugins that this process has loaded.
 */
export function openSearch({ table, translated, plugins, platform }: SearchOptions): (language: Language) => Content {
  const made = new Map<Language, Content>();
  return (language) => {
    const known = made.get(language);
    if (known) return known;
    const documents = readDocuments(language) ?? findableDocuments(language, table, translated);
    const routes = platform ? findableRoutes(language) : [];
    const content = indexOf(language, [...calculatorsOf(plugins, language), ...documents, ...routes]);
    made.set(language, content);
    return content;
  };
}

/** Reads the pages of each language and writes them down, for {@link openSearch}. */
export function writeSearch(): void {
  const [table, translated] = [readPages(), listTranslatedPages()];
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const language of LANGUAGES) {
    writeFileSync(fileOf(language), JSON.stringify(findableDocuments(language, table, translated)));
  }
}

function indexOf(language: Language, pages: readonly FoundPage[]): Content {
  const index: SearchIndex = { texts: searchTexts(language), pages };
  return contentOf('application/json; charset=utf-8', JSON.stringify(index));
}

function calculatorsOf(plugins: readonly Plugin[], language: Language): FoundPage[] {
  const [placed, manifests] = [placedCalculators(plugins, ''), placedManifests(plugins, '')];
  return [
    ...placed.map((one) => findableCalculator(one, language)),
    ...manifests.map((one) => findableService(one, language)),
    ...[...placed.map(lineOf), ...manifests.map(lineOfManifest)].map((line) => findableOperation(line, language)),
  ];
}

function readDocuments(language: Language): FoundPage[] | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(language), 'utf8'));
  } catch {
    return undefined;
  }
}
