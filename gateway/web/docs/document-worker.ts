import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '../../../calculators/kit/index.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { contentOf } from './content.ts';
import type { DocumentOrder } from './document-thread.ts';
import { openApiDocument } from './openapi.ts';

if (parentPort === null) throw new Error('document-worker.ts runs only in a worker thread');
const port = parentPort;
const { sources, names, ...options }: DocumentOrder = workerData;
const loaded = await loadPlugins(sources);
const plugins = loaded.plugins.filter(({ name }) => names.includes(name));

port.on('message', (language: Language) => {
  const document = openApiDocument({ ...options, plugins, language });
  port.postMessage(contentOf('application/json; charset=utf-8', JSON.stringify(document)));
});
