import { z } from 'zod';
import { type Calculator, messageMistakes, textMistakes } from '../../../calculators/kit/index.ts';
import { inProcess } from '../conformance/calls/in-process.ts';
import { subjectOf } from '../conformance/calls/subject.ts';
import { outputFailures } from '../conformance/checks/examples.ts';
import { answerSchema, manifestsOf, plainPlugin } from '../host/manifests-of.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import type { EndpointManifest } from '../plugin/endpoint-manifest.ts';
import { isOwn } from '../plugin/own-endpoint.ts';
import type { Imported } from './import-plugin.ts';

/** Problem types in the answers of a rehearsal, which no caller gets. */
const BASE_URL = 'http://127.0.0.1';

/**
 * Finds the mistakes that a declaration does not show: reads all message files, writes every text that a calculator
 * needs in each of its languages, and runs the examples.
 *
 * @param now called before each part with what it runs, because a part that never ends cannot tell it afterwards
 * @returns the plugin as plain data, or every reason against it
 */
export async function rehearse(plugin: Plugin, now: (part: string) => void): Promise<Imported> {
  now('reading its messages');
  const families = new Set(plugin.calculators.map(({ family }) => family));
  const unreadable = [...families].flatMap(messageMistakes).map((mistake) => `messages: ${mistake}`);
  if (unreadable.length > 0) return { reasons: unreadable };
  const schemas = new Map(plugin.calculators.map((calculator) => [calculator, schemasOf(calculator)]));
  const mistakes = [
    ...new Set(plugin.calculators.flatMap(textsOf)),
    ...[...schemas.values()].flatMap(({ reasons }) => reasons),
  ];
  // An example answered with missing texts would only repeat them.
  if (mistakes.length > 0) return { reasons: mistakes };
  const manifests = manifestsOf(plugin, (calculator) => schemas.get(calculator)?.answer ?? answerSchema(calculator));
  const failures = await runExamples(plugin, manifests, now);
  return failures.length > 0 ? { reasons: failures } : { plugin: plainPlugin(plugin, manifests) };
}

function textsOf(calculator: Calculator): string[] {
  const { languages } = calculator.family.messages;
  return languages.flatMap((language) => textMistakes(calculator, language).map((mistake) => `messages: ${mistake}`));
}

interface SchemasOfOne {
  readonly reasons: readonly string[];
  readonly answer: Readonly<Record<string, unknown>> | null;
}

/** Kinds of inputs that JSON Schema always has a word for. */
const SIMPLE: readonly string[] = ['number', 'integer', 'boolean', 'choice', 'date'];

/** The list, the reference and MCP write every input and result as JSON Schema. */
function schemasOf(calculator: Calculator): SchemasOfOne {
  const { name, fields } = calculator;
  const reasons: string[] = [];
  const attempt = <Schema>(kind: string, make: () => Schema): Schema | null => {
    try {
      return make();
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      reasons.push(`calculators: the ${kind} of ${name} has no JSON Schema: ${reason}`);
      return null;
    }
  };
  for (const { name: field, kind, core } of fields) {
    if (!SIMPLE.includes(kind)) attempt(`input ${field}`, () => z.toJSONSchema(core, { io: 'input' }));
  }
  return { reasons, answer: attempt('output', () => answerSchema(calculator)) };
}

async function runExamples(
  plugin: Plugin,
  manifests: readonly EndpointManifest[],
  now: (part: string) => void,
): Promise<string[]> {
  const transport = inProcess(plugin, BASE_URL);
  const failures: string[] = [];
  for (const manifest of manifests) {
    const own = isOwn(manifest);
    // A service answers the others.
    if (plugin.calculators.length === 0 && !own) continue;
    const { call, examples } = subjectOf(plugin.mount, manifest, transport);
    for (const [at, { input, output }] of examples.entries()) {
      const told = `${manifest.name}: example ${at + 1}`;
      now(`running ${told}`);
      try {
        const exchange = await call(input);
        failures.push(...outputFailures(exchange, output).map((failure) => `${told}: ${failure}`));
        if (own) continue;
        for (const language of manifest.languages) await call(input, { language, query: 'detail=full' });
      } catch (error) {
        failures.push(`${told}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  return failures;
}
