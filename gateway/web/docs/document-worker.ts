import { workerData } from 'node:worker_threads';
import type { Language } from '../../../calculators/kit/index.ts';
import { importLoaded } from '../../../plugins/sdk/loading/load.ts';
import { doWork } from '../../threads/do-work.ts';
import { contentOf } from '../content/content.ts';
import type { DocumentOrder } from './document-thread.ts';
import { openApiDocument } from './openapi.ts';

const { sources, plain, ...options }: DocumentOrder = workerData;
const plugins = [...(await importLoaded(sources)), ...plain];

doWork((language: Language) => {
  const document = openApiDocument({ ...options, plugins, language });
  return contentOf('application/json; charset=utf-8', JSON.stringify(document));
});
