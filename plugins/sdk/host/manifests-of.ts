import { z } from 'zod';
import {
  type Calculator,
  describeField,
  describeResults,
  type Language,
  type ResultDescription,
  type Source,
} from '../../../calculators/kit/index.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import type { EndpointManifest, ResultManifest, Text } from '../plugin/endpoint-manifest.ts';
import type { OwnEndpoint } from '../plugin/own-endpoint.ts';
import { CALCULATOR_METHODS } from './calculator-endpoint.ts';

/** The sources of a calculator, each once. */
function sourcesOf({ equations, sources }: Calculator): Source[] {
  return [...new Set([...equations.flatMap(([, equation]) => equation.sources), ...sources])];
}

/** A plugin's endpoints as plain data, whichever way it declares them. Endpoints of its own keep their function. */
export function manifestsOf(plugin: Plugin): EndpointManifest[] {
  const hosted = plugin.calculators.map((calculator): EndpointManifest => {
    const { name, aliases, family, since, fields, examples, output } = calculator;
    const text = (key: string) => textOf(calculator, (language) => family.messages.text(language, `${name}.${key}`));
    return {
      name,
      aliases,
      family: family.name,
      since,
      methods: CALCULATOR_METHODS,
      languages: family.messages.languages,
      cost: plugin.costs?.[name] ?? 1,
      title: text('title'),
      summary: text('summary'),
      inputs: fields.map((field) => ({
        ...describeField(calculator, field, 'en'),
        description: textOf(calculator, (language) => describeField(calculator, field, language).description),
      })),
      results: resultsOf(calculator),
      answer: z.toJSONSchema(output, { io: 'input' }),
      examples,
      sources: sourcesOf(calculator),
    };
  });
  return [...hosted, ...plugin.endpoints];
}

/**
 * A plugin as plain data that a message to another thread can carry: what a gateway needs to know of a plugin whose code
 * it does not load.
 *
 * @param manifests those of the plugin
 */
export function plainPlugin(plugin: Plugin, manifests: readonly EndpointManifest[]): Plugin {
  const { costs: _costs, ...rest } = plugin;
  const hasPicture = plugin.calculators.length > 0;
  const endpoints = manifests.map((manifest) => {
    const { respond: _respond, ...plain }: EndpointManifest & Partial<OwnEndpoint> = manifest;
    return { ...plain, hasPicture };
  });
  return { ...rest, calculators: [], endpoints };
}

/** The results with their texts in every language. */
function resultsOf(calculator: Calculator): ResultManifest[] {
  const { languages } = calculator.family.messages;
  const written = languages.map((language) => [language, describeResults(calculator, language)] as const);
  return together(written, describeResults(calculator, 'en'));
}

function together(
  written: readonly (readonly [Language, readonly ResultDescription[]])[],
  english: readonly ResultDescription[],
): ResultManifest[] {
  return english.map(({ description, members, ...rest }, at) => {
    const others = written.flatMap(([language, results]) => {
      const own = results[at]?.description;
      return own === undefined ? [] : [[language, own] as const];
    });
    const inner = written.map(([language, results]) => [language, results[at]?.members ?? []] as const);
    return {
      ...rest,
      ...(description === undefined ? {} : { description: { ...Object.fromEntries(others), en: description } }),
      ...(members === undefined ? {} : { members: together(inner, members) }),
    };
  });
}

function textOf({ family }: Calculator, write: (language: Language) => string): Text {
  const others = family.messages.languages.map((language) => [language, write(language)]);
  return { ...Object.fromEntries(others), en: write('en') };
}
