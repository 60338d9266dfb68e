import { readFileSync } from 'node:fs';
import {
  type DeclaredFunction,
  type DeclaredMember,
  exampleOf,
  expressionsIn,
  functionsIn,
  membersOf,
} from './declarations.ts';
import { FIELD_EXAMPLES } from './field-examples.ts';
import { RESULT_EXAMPLES } from './result-examples.ts';

const sourceOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Exported by the module of the results for the kit itself. */
const INTERNAL = new Set(['decimalsOf', 'labelsOf', 'unwrapOutput']);

/** The functions of `field` and of `result`, as the kit declares them. */
export const FIELDS = functionsIn(sourceOf('calculators/kit/fields.ts'));
export const RESULTS = functionsIn(sourceOf('calculators/kit/outputs.ts')).filter(({ name }) => !INTERNAL.has(name));

const FIELD_EXPRESSIONS = expressionsIn(sourceOf('packages/reference/field-examples.ts'));
const RESULT_EXPRESSIONS = expressionsIn(sourceOf('packages/reference/result-examples.ts'));

/** The tables of options: heading, file, interfaces, and the function whose docstring has an example. */
const OPTIONS: readonly (readonly [string, string, readonly string[], string?])[] = [
  ['`defineCalculator`', 'calculators/kit/calculator.ts', ['CalculatorDefinition']],
  ['`definePlugin`', 'plugins/sdk/plugin/define-plugin.ts', ['PluginIdentity', 'CalculatorPluginDefinition']],
  ['`service` of a plugin', 'plugins/sdk/service/service-definition.ts', ['ServiceDefinition']],
  ['`limits` of a service', 'plugins/sdk/service/service-definition.ts', ['ServiceLimits']],
  ['`endpoints` of a service', 'plugins/sdk/plugin/endpoint-manifest.ts', ['EndpointManifest']],
  ['`definePolicy`', 'plugins/sdk/policy/define-policy.ts', ['PolicyDefinition'], 'definePolicy'],
  ['The request that a policy sees', 'plugins/sdk/policy/define-policy.ts', ['PolicyRequest']],
  ['The problem that a policy returns', 'plugins/sdk/policy/define-policy.ts', ['PolicyProblem']],
  [
    '`defineUpstream`',
    'plugins/sdk/upstream/define-upstream.ts',
    ['UpstreamDefinition', 'UpstreamLimits'],
    'defineUpstream',
  ],
];

/** The reference of the SDK in Markdown, from the declarations in the sources and from examples that run as tests. */
export function reference(): string {
  const options = OPTIONS.map(([heading, file, names, example]) => {
    const source = sourceOf(file);
    const members = names.flatMap((name) => membersOf(source, name)).filter(({ type }) => type !== 'never');
    const shown = example === undefined ? '' : `\n\n\`\`\`ts\n${exampleOf(source, example)}\n\`\`\``;
    return `### ${heading}\n\n${table(['Option', 'Type', 'Meaning'], members.map(optionRow))}${shown}`;
  });
  return `# Plugin SDK reference

\`npx vitest run packages/reference --update\` writes this page from the sources. [Plugins](plugins.md) explains how
the parts are used together. Everything is exported by \`vitalgate/plugin\`, which is \`@vitalgate/plugin\` too.

## Inputs: \`field\`

Bounds are inclusive, in SI units. \`.optional()\` makes an input optional. A value beyond the bounds is refused, never
changed.

${table(['Input', 'Meaning', 'Example', 'Takes', 'Refuses'], FIELDS.map(fieldRow))}

## Results: \`result\`

\`calculate\` returns unrounded numbers; the answer has rounded ones. \`options\` is \`{ plausible: { min, max } }\`:
inclusive bounds of the number in living people. A call with a result outside of them gets 422, uncharged.

${table(['Result', 'Meaning', 'Example', 'Returned', 'Answered'], RESULTS.map(resultRow))}

## Classes

\`classTable\` builds the classes of a number, \`above\` marks a bound that belongs to the class below, and \`classify\`
finds the class of an unrounded number:

\`\`\`ts
${CLASSES_EXAMPLE}
\`\`\`

\`result.classOf(limits)\` declares the class as a result. Its labels are the messages \`<calculator>.<result>.<class>\`.

## Methods

\`method(equations)\` is the input \`method\` of a calculator with several equations; the first is the default:

\`\`\`ts
input: z.object({ weight: field.weight(), method: method(equations) }),
\`\`\`

\`method(equations, { all: true })\` also offers \`method=all\`, the results of every equation side by side.

## Options

A question mark marks an option that may be left out.

${options.join('\n\n')}
`;
}

/** Runs in the test of this page. */
export const CLASSES_EXAMPLE = `const limits = classTable({ normal: -Infinity, increased: above(94), high: above(102) });
classify(94, limits); // 'normal'
classify(94.1, limits); // 'increased'
classify(110, limits); // 'high'`;

function fieldRow({ name, parameters, about }: DeclaredFunction): string[] {
  const { takes, gives, refuses } = FIELD_EXAMPLES[name] ?? missing(name);
  const taken =
    JSON.stringify(gives) === takes || gives === takes ? code(takes) : `${code(takes)} as ${code(json(gives))}`;
  return [
    code(`${name}(${plain(parameters)})`),
    about,
    code(FIELD_EXPRESSIONS.get(name) ?? missing(name)),
    taken,
    `${code(refuses[0])}: \`${refuses[1]}\``,
  ];
}

function resultRow({ name, parameters, about }: DeclaredFunction): string[] {
  const { name: result, returned, answered } = RESULT_EXAMPLES[name] ?? missing(name);
  const example = `${result}: ${RESULT_EXPRESSIONS.get(name) ?? missing(name)}`;
  return [code(`${name}(${plain(parameters)})`), about, code(example), code(json(returned)), code(json(answered))];
}

function optionRow({ name, required, type, about }: DeclaredMember): string[] {
  return [code(required ? name : `${name}?`), code(type), about];
}

/** Parameters without their types. */
const plain = (parameters: string) =>
  parameters
    .replaceAll(/: \{ readonly [^}]*\}/g, '')
    .replaceAll(
      /: (?:readonly )?(?:Bounds|Period|FieldMeta|ResultOptions|Keys|string|number|Schema|ClassTable<Key>\[\])(?=[ ,]|$)/g,
      '',
    );

const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const code = (text: string) => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function missing(name: string): never {
  throw new RangeError(`${name} has no example in packages/reference`);
}
