import { z } from 'zod';
import {
  type AnswerTarget,
  type Calculator,
  createReader,
  describeField,
  type Endpoint,
  type EndpointManifest,
  inputProblemsAnswer,
  LANGUAGES,
  type Language,
  MEDIA_TYPES,
  type Plugin,
  problemAnswer,
  resultAnswer,
  type ServiceAnswer,
  textIn,
} from '../../../plugins/sdk/index.ts';
import { gatewayMessages } from '../problems/catalogue.ts';

/** The release of the v1 API that this gateway serves. */
export const RELEASE = '1.0.0';

/** Usage counts calls of the list under this name, which no calculator can have. */
export const LIST_NAME = 'list';

/**
 * `GET <mount>`: lists every calculator under the mount with its inputs, in the caller's language, free of charge.
 * Writing the list takes milliseconds and happens before admission, so the list is written once for each language.
 */
export function listEndpoint(mount: string, plugins: readonly Plugin[], baseUrl: string): Endpoint {
  const listings = plugins.filter((plugin) => plugin.mount === mount).flatMap(listingsOf);
  const sorted = listings.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
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
      const body = {
        release: RELEASE,
        calculators: sorted.map(({ listed }) => listed(language)),
        language,
        _api_metadata_: { endpoint_name: LIST_NAME, authenticated },
      };
      const answer = resultAnswer(body, language);
      written.set(variant, answer);
      return answer;
    },
  };
}

/** A calculator in the list. It runs in this process or in a service. */
interface Listing {
  readonly name: string;
  /** The entry of the calculator in one language. */
  listed(language: Language): object;
}

function listingsOf(plugin: Plugin): Listing[] {
  return [
    ...plugin.calculators.map((calculator) => ({
      name: calculator.name,
      listed: (language: Language) => listedCalculator(calculator, language),
    })),
    ...plugin.endpoints.map((endpoint) => ({
      name: endpoint.name,
      listed: (language: Language) => listedEndpoint(plugin, endpoint, language),
    })),
  ];
}

function listedCalculator(calculator: Calculator, language: Language) {
  const { name, family, since, aliases, fields } = calculator;
  return {
    name,
    title: family.messages.text(language, `${name}.title`),
    summary: family.messages.text(language, `${name}.summary`),
    family: family.name,
    since,
    aliases,
    languages: family.messages.languages,
    inputs: fields.map((field) => describeField(calculator, field, language)),
  };
}

function listedEndpoint(plugin: Plugin, endpoint: EndpointManifest, language: Language) {
  const { name, aliases = [], title = name, summary = title, languages, inputs = [] } = endpoint;
  return {
    name,
    title: textIn(language, title),
    summary: textIn(language, summary),
    family: plugin.name,
    since: 'v1.0.0',
    aliases,
    languages,
    inputs: inputs.map((input) => ({ ...input, description: textIn(language, input.description) })),
  };
}
