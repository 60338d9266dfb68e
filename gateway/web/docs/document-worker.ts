import { workerData } from 'node:worker_threads';
import type { Language } from '../../../calculators/kit/index.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { doWork } from '../../threads/do-work.ts';
import { contentOf } from './content.ts';
import type { DocumentOrder } from './document-thread.ts';
import { openApiDocument } from './openapi.ts';

const { sources, names, ...options }: DocumentOrder = workerData;
const loaded = await loadPlugins(sources);
const plugins = loaded.plugins.filter(({ name }) => names.includes(name));

doWork((language: Language) => {
  const document = openApiDocument({ ...options, plugins, language });
  return contentOf('application/json; charset=utf-8', JSON.stringify(document));
});
