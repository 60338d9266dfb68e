import type { ZodOpenApiOperationObject, ZodOpenApiParameterObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { type Calculator, directionOf } from '../../../calculators/kit/index.ts';
import { CONTROLS } from '../../../plugins/sdk/index.ts';
import { controlsOf } from '../../calculation/describe/controls.ts';
import { type DocumentedInput, documentInput, objectSchema } from '../../calculation/describe/input-schema.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { aliasesText } from './aliases-text.ts';
import type { AnsweredExample } from './answer-examples.ts';
import { IDEMPOTENCY_KEY } from './idempotency-parameter.ts';
import { problemsOf } from './problem-responses.ts';

export interface CalculatorPath {
  readonly calculator: Calculator;
  readonly mount: string;
  /** Name of the calculator in operation ids and components. */
  readonly name: string;
  readonly examples: readonly AnsweredExample[];
}

/**
 * Documents GET, with the inputs as parameters, and POST, with the same inputs in a JSON body. Both share an answer.
 */
export function calculatorPath(path: CalculatorPath, texts: Texts): ZodOpenApiPathItemObject {
  const { calculator, name, examples } = path;
  const { messages } = calculator.family;
  const inputs = calculator.fields.map((field) => documentInput(calculator, field, texts));
  const common = {
    summary: messages.text(texts.language, `${calculator.name}.title`),
    tags: [calculator.family.name],
  };
  return {
    get: {
      ...common,
      operationId: `get${name}`,
      description: description(path, texts),
      parameters: [...inputs.map((input) => queryParameter(input, examples[0])), ...controlsOf(CONTROLS)],
      responses: { 200: { $ref: `#/components/responses/${name}` }, ...problemsOf('get') },
    },
    post: {
      ...common,
      operationId: `post${name}`,
      description: [messages.text(texts.language, `${calculator.name}.summary`), texts.say('openapi.in_body')].join(
        '\n\n',
      ),
      parameters: [...controlsOf(CONTROLS), IDEMPOTENCY_KEY],
      requestBody: requestBody(inputs, examples),
      responses: { 200: { $ref: `#/components/responses/${name}` }, ...problemsOf('post') },
    },
  };
}

function description({ calculator, mount }: CalculatorPath, texts: Texts): string {
  const { language, say } = texts;
  const { messages } = calculator.family;
  const summary = messages.text(language, `${calculator.name}.summary`);
  const paragraphs = [summary, ...aliasesText(mount, calculator.aliases, texts)];
  const equations = calculator.equations.map(([key, { formula }]) => {
    const name = messages.find(language, `equations.${key}`) ?? key;
    // A formula reads from left to right in every language: the isolates keep an Arabic line from tearing it.
    return `- ${name}: ${directionOf(language) === 'rtl' ? `\u2066${formula}\u2069` : formula}`;
  });
  const sources = [...calculator.equations.flatMap(([, equation]) => equation.sources), ...calculator.sources];
  // Equations may share a paper, which is then cited once.
  const citations = new Set(
    sources.map(({ citation, doi }) => (doi ? `- ${citation}. [doi:${doi}](https://doi.org/${doi})` : `- ${citation}`)),
  );
  paragraphs.push(`**${say('openapi.equations')}**\n\n${equations.join('\n')}`);
  if (citations.size > 0) paragraphs.push(`**${say('openapi.sources')}**\n\n${[...citations].join('\n')}`);
  return paragraphs.join('\n\n');
}

function queryParameter(
  { name, required, description, schema }: DocumentedInput,
  example: AnsweredExample | undefined,
): ZodOpenApiParameterObject {
  const value = example?.input[name];
  const separated = schema.type === 'array' ? { style: 'form' as const, explode: false } : {};
  return {
    name,
    in: 'query',
    required,
    description,
    schema,
    ...separated,
    ...(value === undefined ? {} : { example: value }),
  };
}

function requestBody(
  inputs: readonly DocumentedInput[],
  examples: readonly AnsweredExample[],
): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  return {
    required: true,
    content: {
      'application/json': {
        schema: objectSchema(inputs),
        examples: Object.fromEntries(
          examples.map(({ key, input, origin }) => [key, { summary: origin, value: input }]),
        ),
      },
    },
  };
}
