import type { Calculator, Example } from '../../../calculators/kit/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';

/** A published or hand-calculated case with what the API answers to it. */
export interface AnsweredExample {
  /** Key in the document, the same for the request as for its answer. */
  readonly key: string;
  readonly input: Example['input'];
  /** Where its numbers come from. */
  readonly origin: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Asks the calculator for the answers to its examples, so that the document shows what a caller gets. */
export function answerExamples(calculator: Calculator, { language }: Texts): AnsweredExample[] {
  const metadata = { endpoint_name: calculator.name, authenticated: true };
  return calculator.examples.flatMap(({ input, origin }, at) => {
    const answer = calculator.answer(input, { language, metadata });
    return 'body' in answer ? [{ key: `example_${at + 1}`, input, origin, answer: answer.body }] : [];
  });
}
