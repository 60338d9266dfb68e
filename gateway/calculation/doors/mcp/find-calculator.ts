import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  createReader,
  inputProblemsAnswer,
  type Language,
  resultAnswer,
  type ServiceAnswer,
} from '../../../../plugins/sdk/index.ts';
import { gatewayMessages } from '../../../request/problems/catalogue.ts';
import { describeTextsIn } from '../../describe/texts.ts';
import { CALCULATES, type CalculatorTool, inputSchema } from './tools.ts';

/** The one tool that is no calculator: more than a hundred are too many to read for some programs. */
export const FIND = 'find-calculator';

/** Calculators in an answer. */
const MOST = 10;

const reader = createReader(z.object({ words: z.string() }));

/** Its declaration in one language. */
export function findTool(language: Language): Tool {
  const texts = describeTextsIn(language);
  const schema = { type: 'string' as const, minLength: 1, maxLength: 64 };
  const words = { name: 'words', required: true, description: texts.say('mcp.find.words'), schema };
  return {
    name: FIND,
    title: texts.say('mcp.find.title'),
    description: texts.say('mcp.find.about'),
    inputSchema: inputSchema([words], ['lang']),
    annotations: CALCULATES,
  };
}

/** In whose name it answers. */
interface Target {
  readonly baseUrl: string;
  readonly language: Language;
  readonly requestId: string;
}

/** The calculators with most of the words that are looked for, best first. */
export function findCalculators(
  tools: readonly CalculatorTool[],
  input: Parameters<typeof reader.read>[0],
  target: Target,
): ServiceAnswer {
  const read = reader.read(input);
  const { language } = target;
  if ('problems' in read) {
    return inputProblemsAnswer(read.problems, { ...target, messages: gatewayMessages });
  }
  const words = checkpointed(read.input.words).split(' ').filter(Boolean);
  const found = tools
    .map((tool) => ({ tool, hits: hits(tool, words, language) }))
    .filter(({ hits: count }) => count > 0)
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, MOST)
    .map(({ tool: { name, family, title, summary } }) => {
      return { name, title: title(language), summary: summary(language), family };
    });
  return resultAnswer({ calculators: found, language }, language);
}

/** Words that occur; a name or a title that has one says more than a summary does. */
function hits({ name, family, title, summary }: CalculatorTool, words: readonly string[], language: Language): number {
  const heading = checkpointed(`${name} ${title(language)}`);
  const rest = checkpointed(`${summary(language)} ${family}`);
  const of = (word: string) => (heading.includes(word) ? 3 : rest.includes(word) ? 2 : 0);
  return words.reduce((sum, word) => sum + of(word), 0);
}

/** Small letters without accents, and blanks between words: "calorias" finds "Calorías". */
function checkpointed(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\-_,.;:/]+/g, ' ');
}
