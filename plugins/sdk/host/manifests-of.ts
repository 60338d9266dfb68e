import { z } from 'zod';
import {
  type Calculator,
  describeField,
  describeResults,
  inputText,
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

/** The answers of a calculator as JSON Schema. @throws for an output that no JSON Schema describes */
export function answerSchema({ output }: Calculator): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(output, { io: 'input' });
}

/**
 * A plugin's endpoints as plain data, whichever way it declares them. Endpoints of its own keep their function.
 *
 * @param answerOf returns the answers of a calculator as JSON Schema, if it has been made already
 */
export function manifestsOf(plugin: Plugin, answerOf = answerSchema): EndpointManifest[] {
  const hosted = plugin.calculators.map((calculator): EndpointManifest => {
    const { name, aliases, family, since, fields, examples } = calculator;
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
        description: textOf(calculator, (language) => inputText(calculator, field.name, language)),
      })),
      results: resultsOf(calculator),
      answer: answerOf(calculator),
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
  const written = otherLanguages(calculator).map(
    (language) => [language, describeResults(calculator, language)] as const,
  );
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
      ...(description === undefined ? {} : { description: { en: description, ...Object.fromEntries(others) } }),
      ...(members === undefined ? {} : { members: together(inner, members) }),
    };
  });
}

function textOf(calculator: Calculator, write: (language: Language) => string): Text {
  const others = otherLanguages(calculator).map((language) => [language, write(language)]);
  return { en: write('en'), ...Object.fromEntries(others) };
}

function otherLanguages({ family }: Calculator): Language[] {
  return family.messages.languages.filter((language) => language !== 'en');
}
