import { inputText, type Language } from '../../../calculators/kit/index.ts';
import { frameMessages, frameTexts } from '../frame/texts.ts';
import { PLATFORM_ROUTES } from '../platform/routes/index.ts';
import { platformMessages } from '../platform/texts.ts';
import type { Placed, PlacedManifest } from './calculator-pages/placed.ts';
import { type IndexLine, lineOf, lineOfManifest } from './calculator-pages/placed.ts';
import { plainText, type RenderedPage } from './markdown.ts';
import { operationName } from './operation-name.ts';
import type { PageTable } from './pages.ts';
import type { TranslatedPages } from './translated-pages.ts';

/** A page that readers can find. */
export interface FoundPage {
  /** Address below the root, without a slash at the start. */
  readonly address: string;
  readonly title: string;
  /** Anchor, heading and text of each part; the part before the first heading has no anchor. */
  readonly parts: readonly (readonly [anchor: string, heading: string, text: string])[];
}

/** What the search of a page loads: the pages of the installation in one language, and the texts of the search. */
export interface SearchIndex {
  readonly texts: Readonly<Record<string, string>>;
  readonly pages: readonly FoundPage[];
}

/** The guides and the pages of the errors, in the language where they are translated, else in English. */
export function findableDocuments(
  language: Language,
  { guides, errors }: PageTable,
  translated: TranslatedPages,
): FoundPage[] {
  const found = (path: string, english: RenderedPage, label?: string): FoundPage => {
    const page = translated.read(language, path, english);
    return { address: `docs/${path}`, title: label ?? page.title, parts: partsOf(page) };
  };
  return [
    ...guides.map(({ name, page }) => found(name, page, frameMessages.find(language, `frame.pages.${name}`))),
    ...errors.map(({ name, page }) => found(`errors/${name}`, page)),
  ];
}

/** A calculator by its title, its names, what it computes, its inputs and its equations. */
export function findableCalculator(placed: Placed, language: Language): FoundPage {
  const { calculator } = placed;
  const { title, summary, page } = lineOf(placed);
  const { messages } = calculator.family;
  const words = [
    summary(language),
    [calculator.name, ...calculator.aliases].join(' '),
    ...calculator.fields.map(({ name }) => inputText(calculator, name, language)),
    ...calculator.equations.map(([key]) => messages.text(language, `equations.${key}`)),
  ];
  return { address: `docs/calculators/${page}`, title: title(language), parts: [['', '', words.join(' · ')]] };
}

/** A calculator of a service by its title, its name and what it computes. */
export function findableService(placed: PlacedManifest, language: Language): FoundPage {
  const { title, summary, page, name } = lineOfManifest(placed);
  return {
    address: `docs/calculators/${page}`,
    title: title(language),
    parts: [['', '', `${summary(language)} · ${name}`]],
  };
}

/** The operation of a calculator, by its path. */
export function findableOperation({ mount, name, title }: IndexLine, language: Language): FoundPage {
  const id = `get${operationName(mount, name)}`;
  return { address: `docs/reference/${id}`, title: `GET ${mount}/${name}`, parts: [['', '', title(language)]] };
}

/** The operations of the accounts API, by path and by what they do. */
export function findableRoutes(language: Language): FoundPage[] {
  return PLATFORM_ROUTES.map(({ name, method, path }) => ({
    address: `docs/reference/${name}`,
    title: `${method} ${path}`,
    parts: [['', '', platformMessages.text(language, `routes.${name}`)]],
  }));
}

/** The texts of the search. `{count}` is filled in by the script. */
export function searchTexts(language: Language): Readonly<Record<string, string>> {
  const { say } = frameTexts(language);
  const names = ['label', 'none', 'close'].map((name) => [name, say(`frame.search.${name}`)]);
  return { ...Object.fromEntries(names), results: say('frame.search.results', { count: '{count}' }) };
}

/** The parts of a page, each from a heading to the next. */
function partsOf({ html, title }: RenderedPage): FoundPage['parts'] {
  const pieces = html.split(/<h[1-6] id="([^"]*)">(.*?)<\/h[1-6]>/s);
  const parts: [string, string, string][] = [];
  for (let at = 1; at < pieces.length; at += 3) {
    const [anchor = '', heading = '', text = ''] = pieces
      .slice(at, at + 3)
      .map((piece, part) => (part === 0 ? piece : plainText(piece)));
    parts.push(heading === plainText(title) || at === 1 ? ['', '', text] : [anchor, heading, text]);
  }
  return parts;
}
