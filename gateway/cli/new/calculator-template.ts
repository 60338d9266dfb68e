import type { CalculatorTexts } from './calculator-messages.ts';
import { camelCase, sentenceCase, snakeCase } from './names.ts';

/** A single word may be reserved in JavaScript or the name of the family, so it gets a second one. */
const identifierOf = (name: string) => (name.includes('-') ? camelCase(name) : `${name}Calculator`);

/** The same in every language: the tests of the messages name each copy of the English text. */
export function calculatorTexts(name: string): CalculatorTexts {
  return {
    title: `TODO ${sentenceCase(name)}`,
    summary: 'TODO One sentence that tells what the calculator answers.',
    use: 'TODO Use it to answer which question. Not for whom the equation was not made.',
    result: 'TODO What the result is',
    equation: 'TODO Name of the equation, with its author and year',
  };
}

/** The definition: a placeholder formula over two shared inputs, so that it runs from the beginning. */
export function calculatorCode(family: string, name: string): string {
  const result = snakeCase(name);
  return `import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { ${family} } from './family.ts';

/** TODO What it calculates, in one sentence. */
export const ${identifierOf(name)} = defineCalculator({
  name: '${name}',
  family: ${family},
  since: 'v1.0.0',
  // TODO The inputs. Those of ../kit/fields.ts have bounds of their own. An input that the messages of the kit do not know
  // needs a text in all languages: parameters.<input> of the family, or ${name}.inputs.<input>.
  input: z.object({ weight: field.weight(), height: field.height() }),
  // TODO The results, in the roundings of ../kit/outputs.ts, with bounds that no living person can pass.
  output: z.object({ ${result}: result.ratio({ plausible: { min: 0, max: 20 } }) }),
  profile: ['weight', 'height'],
  equations: {
    ${result}: {
      formula: 'TODO ${result} = weight [kg] / height [cm]',
      sources: [{ citation: 'TODO Authors. Title. Journal year;volume:pages', doi: 'TODO' }],
    },
  },
  // TODO At least three cases that the paper prints or that you calculate by hand. They run as tests and stand in the docs.
  examples: [
    {
      input: { weight: 80, height: 160 },
      output: { ${result}: 0.5 },
      origin: 'TODO By hand: 80 / 160 = 0.5',
    },
    {
      input: { weight: 60, height: 150 },
      output: { ${result}: 0.4 },
      origin: 'TODO By hand: 60 / 150 = 0.4',
    },
    {
      input: { weight: 45, height: 180 },
      output: { ${result}: 0.25 },
      origin: 'TODO By hand: 45 / 180 = 0.25',
    },
  ],
  // TODO The formula: SI in, unrounded out.
  calculate: ({ weight, height }) => ({ ${result}: weight / height }),
});
`;
}

/** The test: what callers rely on, a case by hand, and the directions of the result. */
export function calculatorTest(name: string): string {
  const identifier = identifierOf(name);
  const result = snakeCase(name);
  return `import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ${identifier} } from './${name}.ts';

calculatorSuite(${identifier}, {
  // TODO The names that callers rely on: first release, aliases, inputs, methods.
  contract: { since: 'v1.0.0', inputs: ['weight', 'height'] },
  // TODO A case for each equation from another source than the code: a printed table, or by hand as in this comment.
  // 70 / 175 = 0.4
  reference: [{ input: { weight: 70, height: 175 }, output: { ${result}: 0.4 } }],
  // TODO Inputs that each result rises or falls with.
  rises: { ${result}: ['weight'] },
  falls: { ${result}: ['height'] },
});
`;
}
