import {
  type Calculator,
  describeField,
  describeResults,
  inputText,
  type ResultDescription,
  type Source,
  unitText,
} from '../../../../calculators/kit/index.ts';
import type { Texts } from '../../../calculation/describe/texts.ts';
import { type ExplainedExample, explainedExamples } from './explained-examples.ts';
import { cited, code, list, section, table } from './markdown-blocks.ts';
import type { Placed } from './placed.ts';

/**
 * The page of a calculator in Markdown: its purpose, when to use it, inputs, equations in readable mathematics, classes, limits, a real
 * request with its answer, and its sources.
 */
export function calculatorPage(placed: Placed, texts: Texts): string {
  const { calculator } = placed;
  const { messages } = calculator.family;
  const { language, say } = texts;
  const own = (key: string) => messages.text(language, `${calculator.name}.${key}`);
  const examples = explainedExamples(calculator, language);
  const [first] = examples;
  const sections = [
    `# ${own('title')}`,
    own('summary'),
    messages.find(language, `${calculator.name}.use`) ?? '',
    addresses(placed, texts),
    section(say('page.inputs'), inputs(calculator, texts)),
    section(say('page.results'), results(calculator, texts)),
    section(say('openapi.equations'), equations(calculator, texts)),
    section(say('page.classes'), classes(examples, say)),
    section(say('page.limits'), list(remarksOf(examples))),
    first ? section(say('page.example'), example(placed, first, texts)) : '',
    section(say('openapi.sources'), list(sourcesOf(calculator).map(cited))),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function addresses({ calculator, mount }: Placed, { say }: Texts): string {
  const path = (name: string) => code(`${mount}/${name}`);
  const lines = [`${code('GET')} ${code('POST')} ${path(calculator.name)}`];
  if (calculator.aliases.length > 0) {
    lines.push(say('openapi.aliases', { paths: calculator.aliases.map(path).join(', ') }));
  }
  return lines.join('\n\n');
}

function inputs(calculator: Calculator, { language, say }: Texts): string {
  const rows = calculator.fields.map((field) => {
    const { name, required, unit, min, max, allowed } = describeField(calculator, field, language);
    const values = allowed?.map(code).join(', ') ?? (min === undefined || max === undefined ? '' : `${min} – ${max}`);
    return [
      code(name),
      say(required ? 'page.required' : 'page.optional'),
      unit === undefined ? '' : unitText(calculator.family.messages, language, unit),
      values,
      inputText(calculator, name, language),
    ];
  });
  return table([say('page.name'), '', say('page.unit'), say('page.values'), say('page.meaning')], rows);
}

/** The results; a member of an object stands below it with its path, `healthy_weight_kg.min`. */
function results(calculator: Calculator, { language, say }: Texts): string {
  const rows = (described: readonly ResultDescription[], above: string): string[][] =>
    described.flatMap(({ name, description = '', unit, decimals, allowed, members = [] }) => [
      [
        code(`${above}${name}`),
        unit === undefined ? '' : unitText(calculator.family.messages, language, unit),
        decimals === undefined ? '' : String(decimals),
        allowed?.map(code).join(', ') ?? '',
        description,
      ],
      ...rows(members, `${above}${name}.`),
    ]);
  return table(
    [say('page.name'), say('page.unit'), say('page.decimals'), say('page.values'), say('page.meaning')],
    rows(describeResults(calculator, language), ''),
  );
}

function equations(calculator: Calculator, { language }: Texts): string {
  const { messages } = calculator.family;
  return list(
    calculator.equations.map(
      ([key, { formula }]) => `${code(key)} · ${messages.text(language, `equations.${key}`)}\n\n  ${code(formula)}`,
    ),
  );
}

/** The bounds of every class in the examples. The classes that apply may depend on the input. */
function classes(examples: readonly ExplainedExample[], say: Texts['say']): string {
  const seen = new Map<string, string>();
  for (const { details } of examples) {
    for (const [result, bands] of Object.entries(details.classes ?? {})) {
      const rows = bands.map(({ key, label, from, to, from_excluded }) => [
        code(key),
        label,
        from === null ? '' : `${from_excluded ? '>' : '≥'} ${from}`,
        to === null ? '' : `${bands.find((next) => next.from === to)?.from_excluded ? '≤' : '<'} ${to}`,
      ]);
      const text = `${code(result)}\n\n${table([say('page.class'), '', '', ''], rows)}`;
      seen.set(text, text);
    }
  }
  return [...seen.values()].join('\n\n');
}

/** The warnings and notes of the examples, each once. */
function remarksOf(examples: readonly ExplainedExample[]): string[] {
  return [...new Set(examples.flatMap(({ details }) => [...details.warnings, ...details.notes]))];
}

function example({ calculator, mount, baseUrl }: Placed, { input, origin, answer }: ExplainedExample, { say }: Texts) {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const address = `${baseUrl}${mount}/${calculator.name}?${query}`;
  return [
    `\`\`\`console\n$ curl -H "X-API-Key: $KEY" "${address}"\n\`\`\``,
    `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
    say('page.origin', { origin }),
  ].join('\n\n');
}

function sourcesOf({ equations, sources }: Calculator): Source[] {
  return [...new Set([...equations.flatMap(([, equation]) => equation.sources), ...sources])];
}
