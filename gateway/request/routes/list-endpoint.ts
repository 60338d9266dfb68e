import { z } from 'zod';
import {
  type AnswerTarget,
  type Calculator,
  createReader,
  describeField,
  describeResults,
  type Endpoint,
  type EndpointManifest,
  inputProblemsAnswer,
  LANGUAGES,
  type Language,
  MEDIA_TYPES,
  type Plugin,
  problemAnswer,
  resultAnswer,
  resultsIn,
  type ServiceAnswer,
  textIn,
} from '../../../plugins/sdk/index.ts';
import { gatewayMessages } from '../problems/catalogue.ts';

/** The release of the v1 API that this gateway serves. */
export const RELEASE = '1.0.0';

/** Usage counts calls of the list under this name, which no calculator can have. */
export const LIST_NAME = 'list';

/** The mount whose list has the calculators of all mounts. */
const V1 = '/api/v1';

/**
 * `GET <mount>`: lists every calculator under the mount with its inputs, in the caller's language, free of charge. The
 * list of v1 goes on with the calculators of other mounts that follow the same contract.
 * Writing the list takes milliseconds and happens before admission, so the list is written once for each language.
 */
export function listEndpoint(mount: string, plugins: readonly Plugin[], baseUrl: string): Endpoint {
  const listed = mount === V1 ? plugins.filter(isOpen) : plugins.filter((plugin) => plugin.mount === mount);
  let sorted: readonly Listing[] | null = null;
  const reader = createReader(z.object({}));
  const written = new Map<string, ServiceAnswer>();
  return {
    path: '',
    methods: ['GET', 'HEAD'],
    calculator: LIST_NAME,
    cost: 0,
    languages: LANGUAGES,
    mediaTypes: MEDIA_TYPES,
    largestBody: 0,
    respond({ query, language, requestId, authenticated }) {
      const target: AnswerTarget = { baseUrl, language, requestId, messages: gatewayMessages };
      if (query === null) return problemAnswer({ code: 'malformed-query' }, target);
      const read = reader.read({ query, body: null });
      if ('problems' in read) return inputProblemsAnswer(read.problems, target);
      const variant = `${language} ${authenticated}`;
      const known = written.get(variant);
      if (known) return known;
      sorted ??= listed.flatMap(listingsOf).toSorted((a, b) => inOrder(mount, a, b));
      const body = {
        release: RELEASE,
        calculators: sorted.map((listing) => listing.in(language)),
        language,
        _api_metadata_: { endpoint_name: LIST_NAME, authenticated },
      };
      const answer = resultAnswer(body, language);
      written.set(variant, answer);
      return answer;
    },
  };
}

/** Whether a plugin has calculators that a key of the installation can call, in the contract of v1. */
function isOpen({ channels, problems }: Plugin): boolean {
  return channels.includes('direct') && !problems;
}

/** A calculator in the list. It runs in this process or in a service. */
interface Listing {
  readonly name: string;
  readonly mount: string;
  /** The entry of the calculator in one language. */
  in(language: Language): object;
}

/** The calculators of the list's own mount by name, then those of the other mounts. */
function inOrder(mount: string, a: Listing, b: Listing): number {
  const own = Number(b.mount === mount) - Number(a.mount === mount);
  return own || byCharacters(a.mount, b.mount) || byCharacters(a.name, b.name);
}

/** Mounts and names consist of small letters, digits, hyphens and slashes: no language orders them in another way. */
function byCharacters(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function listingsOf(plugin: Plugin): Listing[] {
  return [
    ...plugin.calculators.map((calculator) => ({
      name: calculator.name,
      mount: plugin.mount,
      in: (language: Language) => listedCalculator(plugin, calculator, language),
    })),
    ...plugin.endpoints.map((endpoint) => ({
      name: endpoint.name,
      mount: plugin.mount,
      in: (language: Language) => listedEndpoint(plugin, endpoint, language),
    })),
  ];
}

function listedCalculator({ mount }: Plugin, calculator: Calculator, language: Language) {
  const { name, family, since, aliases, fields } = calculator;
  return {
    name,
    path: `${mount}/${name}`,
    title: family.messages.text(language, `${name}.title`),
    summary: family.messages.text(language, `${name}.summary`),
    family: family.name,
    since,
    aliases,
    languages: family.messages.languages,
    inputs: fields.map((field) => describeField(calculator, field, language)),
    results: describeResults(calculator, language),
  };
}

function listedEndpoint(plugin: Plugin, endpoint: EndpointManifest, language: Language) {
  const { name, aliases = [], title = name, summary = title, languages, inputs = [], results } = endpoint;
  return {
    name,
    path: `${plugin.mount}/${name}`,
    title: textIn(language, title),
    summary: textIn(language, summary),
    family: endpoint.family ?? plugin.name,
    since: endpoint.since ?? 'v1.0.0',
    aliases,
    languages,
    inputs: inputs.map((input) => ({ ...input, description: textIn(language, input.description) })),
    ...(results === undefined ? {} : { results: resultsIn(language, results) }),
  };
}
