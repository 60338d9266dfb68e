import type { Plugin } from '../plugin/define-plugin.ts';
import type { EndpointManifest } from '../plugin/endpoint-manifest.ts';
import { isOwn, pathsOf } from '../plugin/own-endpoint.ts';
import {
  type CalculatorEndpoint,
  type Endpoint,
  type EndpointDescription,
  LARGEST_BODY,
  MEDIA_TYPES,
} from '../service/service.ts';
import { CALCULATOR_METHODS, calculatorEndpoint, pictureDescription, pictureEndpoint } from './calculator-endpoint.ts';
import { wholeAnswer } from './whole-answer.ts';

/**
 * The service host: the endpoints of a plugin, each a function from a plain request to status, headers and body. The
 * gateway calls it for plugins in its own process; a stand-alone service calls it for the same plugins over HTTP.
 *
 * @param baseUrl address of the installation; problem types are pages below it
 */
export function hostPlugin(plugin: Plugin, baseUrl: string): (Endpoint | CalculatorEndpoint)[] {
  return [...hostCalculators(plugin, baseUrl), ...hostOwn(plugin)];
}

function hostCalculators(plugin: Plugin, baseUrl: string): (Endpoint | CalculatorEndpoint)[] {
  return plugin.calculators.flatMap((calculator) => {
    const cost = plugin.costs?.[calculator.name] ?? 1;
    return [calculator.name, ...calculator.aliases].flatMap((segment) => [
      calculatorEndpoint(calculator, segment, baseUrl, cost),
      pictureEndpoint(calculator, segment, baseUrl, cost),
    ]);
  });
}

function hostOwn({ endpoints }: Plugin): Endpoint[] {
  return endpoints.filter(isOwn).flatMap((endpoint) =>
    descriptionsOf(endpoint).map((description) => ({
      ...description,
      respond: (request) => wholeAnswer(endpoint.respond(request)),
    })),
  );
}

/** The addresses of a plugin, local and remote. */
export function describeEndpoints(plugin: Plugin): EndpointDescription[] {
  const hosted = plugin.calculators.flatMap((calculator) => {
    const { name, aliases, family } = calculator;
    const cost = plugin.costs?.[name] ?? 1;
    return [name, ...aliases].flatMap((segment) => [
      {
        path: `/${segment}`,
        methods: CALCULATOR_METHODS,
        calculator: name,
        cost,
        languages: family.messages.languages,
        mediaTypes: MEDIA_TYPES,
        largestBody: LARGEST_BODY,
      },
      pictureDescription({ name, languages: family.messages.languages, cost }, segment),
    ]);
  });
  return [...hosted, ...plugin.endpoints.flatMap(descriptionsOf)];
}

function descriptionsOf(endpoint: EndpointManifest): EndpointDescription[] {
  const { name, methods, languages } = endpoint;
  return pathsOf(endpoint).flatMap((path) => [
    {
      path: `/${path}`,
      methods,
      calculator: name,
      cost: endpoint.cost ?? 1,
      languages,
      mediaTypes: endpoint.mediaTypes ?? MEDIA_TYPES,
      largestBody: endpoint.largestBody ?? LARGEST_BODY,
    },
    ...(endpoint.hasPicture ? [pictureDescription(endpoint, path)] : []),
  ]);
}
