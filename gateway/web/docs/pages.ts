import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RenderedPage, renderMarkdown } from './markdown.ts';

export interface NamedPage {
  /** Name of the file without ending, and last segment of the page's address. */
  readonly name: string;
  readonly page: RenderedPage;
}

/** The pages of docs/, in the order of their names. */
export interface PageTable {
  readonly guides: readonly NamedPage[];
  readonly errors: readonly NamedPage[];
}

const DOCS = new URL('../../../docs/', import.meta.url);

/** Reads and renders all pages. Nothing is looked for on the disk afterwards, so no address can lead out of docs/. */
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
