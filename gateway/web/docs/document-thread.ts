import type { Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { IdleThread } from '../../threads/idle-thread.ts';
import type { Content } from '../content/content.ts';

/** The data for building documents. It is plain data, because the thread loads the plugins itself. */
export interface DocumentOrder {
  /** The sources of the plugins that the process has imported. A refused plugin is not documented. */
  readonly sources: readonly string[];
  /** The plugins that the process has not imported either, as plain data. */
  readonly plain: readonly Plugin[];
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** Release of the API. */
  readonly release: string;
  /** Whether the accounts API is part of the installation. */
  readonly platform: boolean;
}

/** The thread ends after this time without work, which frees its memory. */
const IDLE_MS = 5_000;

/**
 * Builds OpenAPI documents in a separate thread. A document takes some tenths of a second, and anyone may request it in
 * each language. In the thread that answers calls, it would delay all of them.
 */
export function documentThread(order: DocumentOrder): IdleThread<Language, Content> {
  const module = new URL('./document-worker.ts', import.meta.url);
  return new IdleThread({ module, data: order, purpose: 'builds documents' }, IDLE_MS);
}
