import { Worker } from 'node:worker_threads';
import type { Language } from '../../../calculators/kit/index.ts';
import type { Content } from './content.ts';

/** The data for building documents. It is plain data, because the thread loads the plugins itself. */
export interface DocumentOrder {
  /** Folders and packages named in `PLUGINS`. */
  readonly sources: readonly string[];
  /** Names of the plugins that this gateway serves. A refused plugin is not documented. */
  readonly names: readonly string[];
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
export class DocumentThread {
  readonly #order: DocumentOrder;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  /** Receives the outcome of the document in progress. */
  #answered: (error: unknown, content: Content | null) => void = () => undefined;

  constructor(order: DocumentOrder) {
    this.#order = order;
  }

  /** Builds one document at a time. @throws if the thread fails; the next document gets a new thread */
  build(language: Language): Promise<Content> {
    const built = this.#last.then(() => this.#ask(language));
    this.#last = built.catch(() => undefined);
    return built;
  }

  #ask(language: Language): Promise<Content> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    return new Promise<Content>((resolve, reject) => {
      this.#answered = (error, content) => (content === null ? reject(error) : resolve(content));
      worker.postMessage(language);
    }).finally(() => {
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), { workerData: this.#order });
    worker.unref();
    worker.on('message', ({ type, body, etag }: Content) => {
      this.#answered(null, { type, body: Buffer.from(body), etag });
    });
    worker.on('error', (error) => this.#answered(error, null));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#answered(new Error('the thread that builds documents ended'), null);
    });
    this.#worker = worker;
    return worker;
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = null;
    worker?.terminate();
  }
}
