import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RenderedPage, renderMarkdown } from './markdown.ts';

export interface NamedPage {
  /** Name of the file without extension, which is also the last segment of the page's URL. */
  readonly name: string;
  /** The page in Markdown. */
  readonly text: string;
  /** The page, rendered at the first use. */
  readonly page: RenderedPage;
}

/** The pages of docs/, sorted by name. */
export interface PageTable {
  readonly guides: readonly NamedPage[];
  readonly errors: readonly NamedPage[];
}

/** The folder of the pages. */
export const DOCS = new URL('../../../docs/', import.meta.url);

/** Lists all pages at once. Requests reach only the files of these lists, so no URL can lead out of docs/. */
export function readPages(): PageTable {
  return { guides: readFolder(DOCS), errors: readFolder(new URL('errors/', DOCS)) };
}

function readFolder(folder: URL): NamedPage[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => new PageFile(file.slice(0, -'.md'.length), new URL(file, folder)));
}

/** A page that is read at its first use and then kept. */
class PageFile implements NamedPage {
  readonly name: string;
  readonly #file: URL;
  #text: string | undefined;
  #page: RenderedPage | undefined;

  constructor(name: string, file: URL) {
    this.name = name;
    this.#file = file;
  }

  get text(): string {
    this.#text ??= readFileSync(this.#file, 'utf8');
    return this.#text;
  }

  get page(): RenderedPage {
    this.#page ??= renderMarkdown(this.text);
    return this.#page;
  }
}
