import { z } from 'zod';
import type { Calculator } from './calculator.ts';
import type { Language } from './languages.ts';
import { labelsOf, outputMeta, unwrapOutput } from './outputs.ts';

/**
 * The texts that a calculator cannot do without and that cannot be written in a language, each with its reason: title,
 * summary, equations, inputs, and the labels of all classes and keys.
 *
 * @example ['en.json has no bmi.category.normal']
 */
export function textMistakes(calculator: Calculator, language: Language): string[] {
  const { messages } = calculator.family;
  return neededKeys(calculator).flatMap((key) => {
    if (messages.find(language, key) === undefined) return [`en.json has no ${key}`];
    try {
      messages.text(language, key);
      return [];
    } catch (error) {
      return [`${language}.json: ${key}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

function neededKeys(calculator: Calculator): string[] {
  const { name, equations, fields, family, output } = calculator;
  const inputs = fields.map((field) => {
    const shared = `parameters.${field.name}`;
    const own = `${name}.inputs.${field.name}`;
    return family.messages.find('en', own) === undefined && family.messages.find('en', shared) !== undefined
      ? shared
      : own;
  });
  return [
    `${name}.title`,
    `${name}.summary`,
    ...equations.map(([key]) => `equations.${key}`),
    ...inputs,
    ...new Set(labelKeys(output, name)),
  ];
}

/** Keys of the labels of every class and key in the results. */
function labelKeys(results: z.ZodObject, above: string): string[] {
  return Object.entries(results.shape).flatMap(([name, schema]) => {
    let core = unwrapOutput(schema as z.ZodType);
    while (core instanceof z.ZodArray) core = unwrapOutput(core.element as z.ZodType);
    const labels = labelsOf(above, name, core);
    if (core instanceof z.ZodObject) return labelKeys(core, labels);
    if (!(core instanceof z.ZodEnum) || !outputMeta.get(core)?.labelled) return [];
    return core.options.map((key) => `${labels}.${key}`);
  });
}
