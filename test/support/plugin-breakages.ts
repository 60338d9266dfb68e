import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A mistake in a plugin, and what the operator sees. A text in backticks occurs in the log or in the answer. */
export interface Breakage {
  /** Words of the table in docs/plugins.md. */
  readonly mistake: string;
  /** The reason for which `check` and the start refuse it. */
  readonly refused: string;
  /** What it does at a call if the examples do not show it; `null` if they always do. */
  readonly called: string | null;
  /** The plugin, by its name. */
  readonly plugin: (name: string) => PluginParts;
}

/** Parts of a plugin that differ from those of a good one. */
export interface PluginParts {
  /** Statements of plugin.ts before the calculator. */
  readonly before?: string;
  /** The value of `calculate` for a load of 99 kg, or for any load: a JavaScript expression. */
  readonly value?: string;
  /** Path segment, and name of the messages. */
  readonly calculator?: string;
  /** Members of the plugin that replace others, as TypeScript. */
  readonly members?: string;
  /** The whole plugin.ts. */
  readonly module?: string;
  /** The expected result of the example, 41 kg. */
  readonly expected?: number;
  /** Files beside plugin.ts, such as `messages/es.json`. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How the value of a broken calculator depends on the input. */
export type When = 'always' | 'at 99 kg';

const TEXTS = { title: 'Double', summary: 'Twice the weight.', size: { small: 'Small', large: 'Large' } };

/** The example of every plugin has 41 kg. */
const EXAMPLE = 41;

/** Writes a plugin. @returns its folder */
export function writePlugin(
  name: string,
  parts: PluginParts = {},
  when: When = 'always',
  folder = join(temporaryFolder('plugins'), name),
): string {
  const { calculator = 'double', files = {} } = parts;
  const english = JSON.stringify({ [calculator]: TEXTS, equations: { double: 'Double' } }, null, 2);
  const all = { 'plugin.ts': parts.module ?? moduleOf(name, parts, when), 'messages/en.json': english, ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

function moduleOf(name: string, parts: PluginParts, when: When): string {
  const { before = '', value = '2 * weight', calculator = 'double', members = '', expected = 2 * EXAMPLE } = parts;
  const broken = when === 'always' ? value : `weight === 99 ? ${value} : 2 * weight`;
  return `import { classTable, defineCalculator, defineFamily, definePlugin, field, result } from 'vitalgate/plugin';
import { z } from 'zod';
${before}
const family = defineFamily('own', new URL('./messages/', import.meta.url));
const sizes = classTable({ small: 0, large: 100 });
const double = defineCalculator({
  name: '${calculator}', family, since: 'v1.0.0', profile: ['weight'],
  input: z.object({ weight: field.weight() }),
  output: z.object({ double_kg: result.kilograms(), size: result.classOf(sizes) }),
  equations: { double: { formula: '2 · weight', sources: [] } },
  examples: [{ input: { weight: ${EXAMPLE} }, output: { double_kg: ${expected} }, origin: '2 · ${EXAMPLE}' }],
  calculate({ weight }): any {
    const double_kg = ${broken};
    return double_kg instanceof Promise ? double_kg : { double_kg, size: 'small' };
  },
});
export default definePlugin({
  name: '${name}', version: '1.0.0', mount: '/api/${name}', channels: ['direct'], calculators: [double], ${members}
} as any);
`;
}

/** A function expression that is called at once, for statements where an expression stands. */
const run = (statements: string) => `(() => { ${statements} })()`;

/** Every way to break a plugin that operators have met. */
export const BREAKAGES: readonly Breakage[] = [
  {
    mistake: 'a syntax error',
    refused: '`cannot be imported: plugin.ts:2: Expression expected`',
    called: null,
    plugin: () => ({ module: 'export default 1;\nconst x = ;\n' }),
  },
  {
    mistake: 'another export than a plugin',
    refused: '`has no default export made by definePlugin`',
    called: null,
    plugin: () => ({ module: 'export const plugin = 1;' }),
  },
  {
    mistake: 'a wrong argument of `field` or `result`',
    refused: '`bounds are { min, max }, two numbers with min not above max; got min 9, max 2`',
    called: null,
    plugin: () => ({ before: 'field.mass({ min: 9, max: 2 });' }),
  },
  {
    mistake: 'a name that is taken',
    refused: '`name: v1-body is taken`',
    called: null,
    plugin: () => ({ members: "name: 'v1-body'" }),
  },
  {
    mistake: 'a path that is taken',
    refused: '`calculators: /api/v1/bmi belongs to the plugin v1-body`',
    called: null,
    plugin: () => ({ calculator: 'bmi', members: "mount: '/api/v1'" }),
  },
  {
    mistake: 'a missing label',
    refused: '`messages: en.json has no double.size.large`',
    called: null,
    plugin: () => ({
      files: {
        'messages/en.json': JSON.stringify({
          double: { ...TEXTS, size: { small: 'Small' } },
          equations: { double: 'Double' },
        }),
      },
    }),
  },
  {
    mistake: 'broken JSON in any language',
    refused: "`messages: messages/es.json:3: Expected ',' or '}' after property value in JSON`",
    called: null,
    plugin: () => ({ files: { 'messages/es.json': '{\n  "double": { "title": "Doble" }\n  "equations": {}\n}' } }),
  },
  {
    mistake: 'an example that does not hold',
    refused: '`double: example 1: ` and `double_kg is 82, expected 83`',
    called: null,
    plugin: () => ({ expected: 83 }),
  },
  {
    mistake: 'an async `calculate`',
    refused: '`double: example 1: double: calculate must not be async: it returned a promise`',
    called: '`500`',
    plugin: () => ({ value: 'Promise.reject(new Error("late"))' }),
  },
  {
    mistake: 'a `calculate` that throws',
    refused: '`double: example 1: out of tables`',
    called: '`500`',
    plugin: () => ({ value: run('throw new Error("out of tables")') }),
  },
  {
    mistake: 'NaN or Infinity as a result',
    refused: '`double: example 1: double: calculate returned no finite number as double_kg`',
    called: '`500`',
    plugin: () => ({ value: 'weight / 0 - weight / 0' }),
  },
  {
    mistake: 'a promise that is rejected and not handled',
    refused: '`failed while` and `nobody waits`',
    called: '`200`, and a line in the log',
    plugin: () => ({ value: run('Promise.reject(new Error("nobody waits")); return 2 * weight') }),
  },
  {
    mistake: 'a timer that throws',
    refused: '`failed while` and `the timer`',
    called: '`200`, and a line in the log',
    plugin: () => ({ value: run('setTimeout(() => { throw new Error("the timer") }); return 2 * weight') }),
  },
  {
    mistake: 'a loop without end',
    refused: '`did not finish running double: example 1 within 10 s`',
    called: '`503`, and a line in the log',
    plugin: () => ({ value: run('for (;;);') }),
  },
  {
    mistake: 'an endless need for memory',
    refused: '`failed while running double: example 1: it needs more than 128 MB`',
    called: '`503`, and a line in the log',
    plugin: () => ({ value: run('const all = []; for (;;) all.push(new Array(10_000).fill(weight));') }),
  },
];

/** A name for the plugin of a breakage. */
export function nameOf({ mistake }: Breakage): string {
  return mistake
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The texts in backticks of a cell. */
export function toldBy(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');
}
