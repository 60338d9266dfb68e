import { describeField } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import type { EndpointManifest } from '../plugin/endpoint-manifest.ts';
import { CALCULATOR_METHODS } from './calculator-endpoint.ts';

/** A plugin's endpoints as plain data, whichever way it declares them. */
export function manifestsOf(plugin: Plugin): EndpointManifest[] {
  const hosted = plugin.calculators.map((calculator): EndpointManifest => {
    const { name, aliases, family, fields, examples } = calculator;
    return {
      name,
      aliases,
      methods: CALCULATOR_METHODS,
      languages: family.messages.languages,
      cost: plugin.costs?.[name] ?? 1,
      inputs: fields.map((field) => describeField(calculator, field, 'en')),
      examples,
    };
  });
  return [...hosted, ...plugin.endpoints];
}
