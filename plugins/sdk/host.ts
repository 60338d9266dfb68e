import { CALCULATOR_METHODS, calculatorEndpoint } from './calculator-endpoint.ts';
import type { Plugin } from './define-plugin.ts';
import type { EndpointManifest } from './endpoint-manifest.ts';
import { isOwn, pathsOf } from './own-endpoint.ts';
import {
  type CalculatorEndpoint,
  type Endpoint,
  type EndpointDescription,
  LARGEST_BODY,
  MEDIA_TYPES,
} from './service.ts';

/**
 * The service host: the endpoints of a plugin's calculators, each one function from a plain request to status, headers
 * and body. The gateway calls it for plugins in its own process, a stand-alone service for the same plugins over HTTP.
 *
 * @param baseUrl address under which the problem pages are found
 */
export function hostPlugin(plugin: Plugin, baseUrl: string): (Endpoint | CalculatorEndpoint)[] {
  return [...hostCalculators(plugin, baseUrl), ...hostOwn(plugin)];
}

function hostCalculators(plugin: Plugin, baseUrl: string): CalculatorEndpoint[] {
  return plugin.calculators.flatMap((calculator) => {
    const cost = plugin.costs?.[calculator.name] ?? 1;
    return [calculator.name, ...calculator.aliases].map((segment) =>
      calculatorEndpoint(calculator, segment, baseUrl, cost),
    );
  });
}

function hostOwn({ endpoints }: Plugin): Endpoint[] {
  return endpoints
    .filter(isOwn)
    .flatMap((endpoint) =>
      descriptionsOf(endpoint).map((description) => ({ ...description, respond: endpoint.respond })),
    );
}

/** The addresses of a plugin, wherever they are answered. */
export function describeEndpoints(plugin: Plugin): EndpointDescription[] {
  const hosted = plugin.calculators.flatMap(({ name, aliases, family }) =>
    [name, ...aliases].map((segment) => ({
      path: `/${segment}`,
      methods: CALCULATOR_METHODS,
      calculator: name,
      cost: plugin.costs?.[name] ?? 1,
      languages: family.messages.languages,
      mediaTypes: MEDIA_TYPES,
      largestBody: LARGEST_BODY,
    })),
  );
  return [...hosted, ...plugin.endpoints.flatMap(descriptionsOf)];
}

function descriptionsOf(endpoint: EndpointManifest): EndpointDescription[] {
  const { name, methods, languages } = endpoint;
  return pathsOf(endpoint).map((path) => ({
    path: `/${path}`,
    methods,
    calculator: name,
    cost: endpoint.cost ?? 1,
    languages,
    mediaTypes: endpoint.mediaTypes ?? MEDIA_TYPES,
    largestBody: endpoint.largestBody ?? LARGEST_BODY,
  }));
}
