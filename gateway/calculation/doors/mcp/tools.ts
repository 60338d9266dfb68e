import type { Tool } from '@modelcontextprotocol/server';
import {
  type Calculator,
  CONTROLS,
  type Control,
  type EndpointManifest,
  type Language,
  type Plugin,
  SERVICE_CONTROLS,
  textIn,
} from '../../../../plugins/sdk/index.ts';
import type { CountedName } from '../../../request/routes/calculator-names.ts';
import { isCalculator, type RouteTable } from '../../../request/routes/route-table.ts';
import { controlSchema } from '../../describe/controls.ts';
import { type DocumentedInput, documentInput, objectSchema } from '../../describe/input-schema.ts';
import { documentManifestInput } from '../../describe/manifest-input.ts';
import { describeTextsIn, type Texts } from '../../describe/texts.ts';

/** A calculator as an MCP client sees it. */
export interface CalculatorTool {
  /** The path segment of a calculator of v1; `acme_fat-mass` for one below another prefix. */
  readonly name: string;
  /** The full path of the calculator. */
  readonly path: string;
  /** The names of the calculator in plans and keys. */
  readonly counted: CountedName;
  readonly family: string;
  title(language: Language): string;
  summary(language: Language): string;
  /** The declaration of the tool in one language. */
  in(language: Language): Tool;
}

const V1 = '/api/v1';

const known = new WeakMap<RouteTable, readonly CalculatorTool[]>();

/**
 * The calculators that accept a JSON body and answer problems of RFC 9457: those of v1 first, each group sorted by name,
 * without aliases.
 */
export function toolsOf(table: RouteTable): readonly CalculatorTool[] {
  let tools = known.get(table);
  if (!tools) {
    tools = table.plugins
      .filter(({ channels, problems }) => channels.includes('direct') && !problems)
      .flatMap((plugin) => [
        ...plugin.calculators.map((calculator) => fromCalculator(calculator, placeOf(table, plugin, calculator))),
        ...plugin.endpoints.map((endpoint) => fromManifest(plugin, endpoint, placeOf(table, plugin, endpoint))),
      ])
      .filter(({ path }) => {
        const route = table.find(path);
        return route !== undefined && isCalculator(route) && route.endpoint.methods.includes('POST');
      })
      .toSorted((a, b) => Number(isOfV1(b)) - Number(isOfV1(a)) || a.name.localeCompare(b.name, 'en'));
    known.set(table, tools);
  }
  return tools;
}

const isOfV1 = ({ path }: CalculatorTool) => path.startsWith(`${V1}/`);

/** What a tool's place among all plugins decides. */
type Place = Pick<CalculatorTool, 'name' | 'path' | 'counted'>;

/**
 * The place of a calculator. Names of plugins and calculators have no underscore, so a joined name is unique. It has only
 * characters that the programs of all vendors accept in the name of a tool.
 */
function placeOf(table: RouteTable, { name: plugin, mount }: Plugin, { name }: { readonly name: string }): Place {
  const path = `${mount}/${name}`;
  const route = table.find(path);
  const counted = { name: route?.endpoint.calculator ?? name, formerName: route?.formerName ?? null };
  return { name: mount === V1 ? name : `${plugin}_${name}`, path, counted };
}

function fromCalculator(calculator: Calculator, place: Place): CalculatorTool {
  const { name, family, fields, earlier } = calculator;
  return tool({
    ...place,
    family: family.name,
    title: (language) => family.messages.text(language, `${name}.title`),
    summary: (language) => family.messages.text(language, `${name}.summary`),
    inputs: (texts) => fields.map((field) => documentInput(calculator, field, texts)),
    // Without earlier defaults `as_of` changes nothing, and a model reads every tool.
    controls: earlier.length > 0 ? CONTROLS : SERVICE_CONTROLS,
  });
}

function fromManifest({ name: family }: Plugin, endpoint: EndpointManifest, place: Place): CalculatorTool {
  const { name, title = name, summary = title, inputs = [] } = endpoint;
  return tool({
    ...place,
    family,
    title: (language) => textIn(language, title),
    summary: (language) => textIn(language, summary),
    inputs: (texts) => inputs.map((input) => documentManifestInput(input, texts)),
    controls: SERVICE_CONTROLS,
  });
}

type Described = Omit<CalculatorTool, 'in'> & {
  inputs(texts: Texts): readonly DocumentedInput[];
  readonly controls: readonly Control[];
};

function tool({ inputs, controls, ...described }: Described): CalculatorTool {
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
        inputSchema: inputSchema(inputs(describeTextsIn(language)), controls),
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
export function inputSchema(inputs: readonly DocumentedInput[], controls: readonly Control[]): Tool['inputSchema'] {
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
