import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Language } from '../../../calculators/kit/index.ts';
import { importLoaded } from '../../../plugins/sdk/loading/load.ts';
import { doWork } from '../../threads/do-work.ts';
import type { DocumentOrder } from '../docs/document-thread.ts';
import { openApiDocument } from '../docs/openapi.ts';
import { languageQuery } from '../frame/page.ts';
import { familyName } from '../frame/texts.ts';
import { type ApiDocument, operationsOf, resolverOf } from './document.ts';
import { indexBody } from './index-body.ts';
import { operationBody } from './operation-page.ts';
import type { AskedPage, WrittenPage } from './reference-thread.ts';
import { referenceTexts } from './texts.ts';

const { sources, plain, ...options }: DocumentOrder = workerData;
const plugins = [...(await importLoaded(sources)), ...plain];

/** Documents of the languages that were asked for last. */
const documents = new LRUCache<Language, ReturnType<typeof read>>({ max: 2 });

function read(language: Language) {
  // The builder's own object may share parts and have members without a value; JSON has neither.
  const document: ApiDocument = JSON.parse(JSON.stringify(openApiDocument({ ...options, plugins, language })));
  return { document, operations: operationsOf(document), resolve: resolverOf(document) };
}

doWork(({ language, id }: AskedPage): WrittenPage | null => {
  const known = documents.get(language) ?? read(language);
  documents.set(language, known);
  const { document, operations, resolve } = known;
  const texts = referenceTexts(language);
  const query = languageQuery(language);
  if (id === null) {
    const { text } = indexBody({ document, operations, texts, query, familyName });
    return { title: texts.say('reference.title'), description: texts.say('reference.lead'), body: text };
  }
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) return null;
  const { method, path, summary, description } = operation;
  const { text } = operationBody(operation, { resolve, texts, query, baseUrl: options.baseUrl });
  const about = description.split('\n')[0] || summary;
  return { title: `${summary} (${method} ${path})`, description: about.slice(0, 160), body: text };
});
