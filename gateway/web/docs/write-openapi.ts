import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFAULT_LANGUAGE, languageOfTag } from '../../../calculators/kit/index.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { RELEASE } from '../../request/routes/list-endpoint.ts';
import { openApiDocument } from './openapi.ts';

/** The address of an installation with the default configuration. */
const BASE_URL = 'http://127.0.0.1:8080';

const USAGE = `Usage: node gateway/web/docs/write-openapi.ts <file> [language] [plugin ...]

Writes the OpenAPI document of the built-in plugins. The named plugins are in it too.
`;

const [file, tag = DEFAULT_LANGUAGE, ...named] = process.argv.slice(2);
const language = languageOfTag(tag);
if (file === undefined || language === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const { plugins, refused } = await loadPlugins(named);
  for (const { source, reasons } of refused) console.error(`refused: ${source}: ${reasons.join('; ')}`);
  const document = openApiDocument({ plugins, baseUrl: BASE_URL, release: RELEASE, platform: true, language });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  if (refused.length > 0) process.exitCode = 1;
}
