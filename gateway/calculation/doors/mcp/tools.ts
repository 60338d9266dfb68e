import type { Tool } from '@modelcontextprotocol/server';
import {
  type Calculator,
  CONTROLS,
  type EndpointManifest,
  type Language,
  type Plugin,
  textIn,
} from '../../../../plugins/sdk/index.ts';
import { isCalculator, type RouteTable } from '../../../request/routes/route-table.ts';
import { controlSchema } from '../../describe/controls.ts';
import { type DocumentedInput, documentInput, objectSchema } from '../../describe/input-schema.ts';
import { documentManifestInput } from '../../describe/manifest-input.ts';
import { describeTextsIn, type Texts } from '../../describe/texts.ts';

/** A calculator as an MCP client sees it. */
export interface CalculatorTool {
  /** The path segment, which is also the name in plans and keys. */
  readonly name: string;
  readonly family: string;
  title(language: Language): string;
  summary(language: Language): string;
  /** The declaration of the tool in one language. */
  in(language: Language): Tool;
}

const MOUNT = '/api/v1';

const known = new WeakMap<RouteTable, readonly CalculatorTool[]>();

/** The calculators of v1 that accept a JSON body, sorted by name, without aliases. */
export function toolsOf(table: RouteTable): readonly CalculatorTool[] {
  let tools = known.get(table);
  if (!tools) {
    tools = table.plugins
      .filter(({ mount, channels }) => mount === MOUNT && channels.includes('direct'))
      .flatMap((plugin) => [...plugin.calculators.map(fromCalculator), ...plugin.endpoints.map(fromManifest(plugin))])
      .filter(({ name }) => {
        const route = table.find(`${MOUNT}/${name}`);
        return route !== undefined && isCalculator(route) && route.endpoint.methods.includes('POST');
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    known.set(table, tools);
  }
  return tools;
}

function fromCalculator(calculator: Calculator): CalculatorTool {
  const { name, family, fields } = calculator;
  return tool({
    name,
    family: family.name,
    title: (language) => family.messages.text(language, `${name}.title`),
    summary: (language) => family.messages.text(language, `${name}.summary`),
    inputs: (texts) => fields.map((field) => documentInput(calculator, field, texts)),
  });
}

function fromManifest({ name: family }: Plugin): (endpoint: EndpointManifest) => CalculatorTool {
  return ({ name, title = name, summary = title, inputs = [] }) =>
    tool({
      name,
      family,
      title: (language) => textIn(language, title),
      summary: (language) => textIn(language, summary),
      inputs: (texts) => inputs.map((input) => documentManifestInput(input, texts)),
    });
}

type Described = Omit<CalculatorTool, 'in'> & { inputs(texts: Texts): readonly DocumentedInput[] };

function tool({ inputs, ...described }: Described): CalculatorTool {
  const written = new Map<Language, Tool>();
  return {
    ...described,
    in(language) {
      const before = written.get(language);
      if (before) return before;
      const declared: Tool = {
        name: described.name,
        title: described.title(language),
        description: described.summary(language),
        inputSchema: inputSchema(inputs(describeTextsIn(language)), CONTROLS),
        annotations: CALCULATES,
      };
      written.set(language, declared);
      return declared;
    },
  };
}

/**
 * The JSON Schema of a tool's arguments. The controls have no description: every tool has them, a model reads every
 * tool, and their names and values are clear without one.
 */
export function inputSchema(
  inputs: readonly DocumentedInput[],
  controls: readonly (typeof CONTROLS)[number][],
): Tool['inputSchema'] {
  const schema = objectSchema(inputs);
  const properties = {
    ...schema.properties,
    ...Object.fromEntries(controls.map((name) => [name, controlSchema(name)])),
  };
  // The library expects plain JSON; the OpenAPI types allow more.
  return JSON.parse(JSON.stringify({ ...schema, properties }));
}

/** A calculation changes nothing and calls no third party, so a client need not ask its user before every call. */
export const CALCULATES: Tool['annotations'] = { readOnlyHint: true, openWorldHint: false };
