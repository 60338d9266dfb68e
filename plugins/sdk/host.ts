import { calculatorEndpoint } from './calculator-endpoint.ts';
import type { Plugin } from './define-plugin.ts';
import type { Endpoint } from './service.ts';

/**
 * The service host: a plugin's endpoints, each one function from a plain request to status, headers and body. The
 * gateway calls it for plugins in its own process, a stand-alone service for the same plugins over HTTP.
 *
 * @param baseUrl address under which the problem pages are found
 */
export function hostPlugin(plugin: Plugin, baseUrl: string): Endpoint[] {
  return plugin.calculators.flatMap((calculator) => {
    const cost = plugin.costs?.[calculator.name] ?? 1;
    return [calculator.name, ...calculator.aliases].map((segment) =>
      calculatorEndpoint(calculator, segment, baseUrl, cost),
    );
  });
}
