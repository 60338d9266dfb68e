import type { Language } from '../../../calculators/kit/index.ts';
import { IdleThread } from '../../threads/idle-thread.ts';
import type { DocumentOrder } from '../docs/document-thread.ts';

/** An operation by its id; `null`: the list of all. */
export interface AskedPage {
  readonly language: Language;
  readonly id: string | null;
}

/** A page without its frame. */
export interface WrittenPage {
  readonly title: string;
  readonly description: string;
  /** HTML of the main part. */
  readonly body: string;
}

/** Readers go from page to page: the thread keeps the document for this time. */
const IDLE_MS = 30_000;

/**
 * Writes pages of the reference in a thread of its own, which builds the document of the language first. Its answer is
 * `null` for an id that no operation has.
 */
export function referenceThread(order: DocumentOrder): IdleThread<AskedPage, WrittenPage | null> {
  const module = new URL('./reference-worker.ts', import.meta.url);
  return new IdleThread({ module, data: order, purpose: 'writes the reference' }, IDLE_MS);
}
