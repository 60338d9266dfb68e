import { z } from 'zod';
import { type Calculator, outputText, plausibleBounds, result } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../plugin/define-plugin.ts';

/**
 * What a plugin's calculators lack, a line each: a text that says when to use the calculator, and of its results a text
 * that says what they are, and the bounds of numbers. It is no mistake, because callers get the same answers without them.
 */
export function undocumented({ mount, calculators }: Plugin): string[] {
  return calculators.flatMap((calculator) =>
    [...withoutUse(calculator), ...lacking(calculator, calculator.output, [])].map(
      (told) => `warn  ${mount}/${calculator.name}  ${told}`,
    ),
  );
}

function withoutUse({ name, family }: Calculator): string[] {
  const key = `${name}.use`;
  return family.messages.find('en', key) === undefined ? [`no text says when to use it (${key})`] : [];
}

function lacking(calculator: Calculator, results: z.ZodObject, path: readonly string[]): string[] {
  return Object.entries(results.shape).flatMap(([name, schema]) => {
    let core = result.unwrapOutput(schema as z.ZodType);
    while (core instanceof z.ZodArray) core = result.unwrapOutput(core.element as z.ZodType);
    if (core instanceof z.ZodObject) return lacking(calculator, core, [...path, name]);
    const parts: string[] = [];
    if (outputText(calculator, name, 'en') === undefined) parts.push(`text (${calculator.name}.outputs.${name})`);
    const isBounded = plausibleBounds(core, [...path, name], calculator.family.plausible) !== undefined;
    if (core instanceof z.ZodNumber && !isBounded) parts.push('plausible bounds');
    return parts.length === 0 ? [] : [`${name} has no ${parts.join(' and no ')}`];
  });
}
