import { type InputManifest, textIn } from '../../../../plugins/sdk/index.ts';
import type { Texts } from '../../../calculation/describe/texts.ts';
import { cited, code, list, section, table } from './markdown-blocks.ts';
import type { PlacedManifest } from './placed.ts';

/** The page of a calculator of a service in Markdown: its purpose, its inputs, an example and its sources. */
export function manifestPage({ endpoint, mount, baseUrl }: PlacedManifest, { language, say }: Texts): string {
  const { name, methods, aliases = [], title = name, summary = title, inputs = [], sources = [] } = endpoint;
  const path = (segment: string) => code(`${mount}/${segment}`);
  const shown = methods.filter((method) => method !== 'HEAD').map(code);
  const [example] = endpoint.examples ?? [];
  const sections = [
    `# ${textIn(language, title)}`,
    textIn(language, summary),
    [...shown, path(name)].join(' '),
    aliases.length > 0 ? say('openapi.aliases', { paths: aliases.map(path).join(', ') }) : '',
    section(say('page.inputs'), inputs.length > 0 ? inputTable(inputs, { language, say }) : ''),
    example ? section(say('page.example'), exampleText(example)) : '',
    section(say('openapi.sources'), list(sources.map(cited))),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;

  function exampleText({ input, output, origin }: NonNullable<typeof example>): string {
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    const call = methods.includes('GET')
      ? `"${baseUrl}${mount}/${name}?${query}"`
      : `--json '${JSON.stringify(input)}' "${baseUrl}${mount}/${name}"`;
    return [
      `\`\`\`console\n$ curl -H "X-API-Key: $KEY" ${call}\n\`\`\``,
      `\`\`\`json\n${JSON.stringify(output, null, 2)}\n\`\`\``,
      say('page.origin', { origin }),
    ].join('\n\n');
  }
}

function inputTable(inputs: readonly InputManifest[], { language, say }: Texts): string {
  const rows = inputs.map(({ name, required, unit = '', min, max, allowed, description }) => [
    code(name),
    say(required ? 'page.required' : 'page.optional'),
    unit,
    allowed?.map(code).join(', ') ?? (min === undefined || max === undefined ? '' : `${min} – ${max}`),
    textIn(language, description),
  ]);
  return table([say('page.name'), '', say('page.unit'), say('page.values'), say('page.meaning')], rows);
}
