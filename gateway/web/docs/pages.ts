import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RenderedPage, renderMarkdown } from './markdown.ts';

export interface NamedPage {
  /** Name of the file without extension, which is also the last segment of the page's URL. */
  readonly name: string;
  readonly page: RenderedPage;
}

/** The pages of docs/, sorted by name. */
export interface PageTable {
  readonly guides: readonly NamedPage[];
  readonly errors: readonly NamedPage[];
}

const DOCS = new URL('../../../docs/', import.meta.url);

/** Reads and renders all pages at once. Requests never reach the disk, so no URL can lead out of docs/. */
export function readPages(): PageTable {
  return { guides: readFolder(DOCS), errors: readFolder(new URL('errors/', DOCS)) };
}

function readFolder(folder: URL): NamedPage[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.md'.length),
      page: renderMarkdown(readFileSync(new URL(file, folder), 'utf8')),
    }));
}
