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

/**
 * The only tool that is not a calculator. It exists because some programs cannot read a list of over a hundred tools.
 */
export const FIND = 'find-calculator';

/** Maximum number of calculators in an answer. */
const MOST = 10;

const reader = createReader(z.object({ words: z.string() }));

/** The declaration of the tool in one language. */
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

/** What the text of an answer depends on. */
interface Target {
  readonly baseUrl: string;
  readonly language: Language;
  readonly requestId: string;
}

/** The calculators that match the words best, best first. */
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
  const words = normalized(read.input.words).split(' ').filter(Boolean);
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

/** Scores a calculator: a word in its name or title counts more than a word in its summary or family. */
function hits({ name, family, title, summary }: CalculatorTool, words: readonly string[], language: Language): number {
  const heading = normalized(`${name} ${title(language)}`);
  const rest = normalized(`${summary(language)} ${family}`);
  const of = (word: string) => (heading.includes(word) ? 3 : rest.includes(word) ? 2 : 0);
  return words.reduce((sum, word) => sum + of(word), 0);
}

/** Text in lower case without accents, words separated by spaces: "calorias" finds "Calorías". */
function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\-_,.;:/]+/g, ' ');
}
