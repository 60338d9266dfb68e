import type { Calculator, Example } from '../../../calculators/kit/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';

/** A published or hand-calculated case with the answer of the API. */
export interface AnsweredExample {
  /** Key in the document, the same for the request and its answer. */
  readonly key: string;
  readonly input: Example['input'];
  /** The source of its numbers. */
  readonly origin: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Computes the answers to a calculator's examples, so that the document shows real answers. */
export function answerExamples(calculator: Calculator, { language }: Texts): AnsweredExample[] {
  const metadata = { endpoint_name: calculator.name, authenticated: true };
  return calculator.examples.flatMap(({ input, origin }, at) => {
    const answer = calculator.answer(input, { language, metadata });
    return 'body' in answer ? [{ key: `example_${at + 1}`, input, origin, answer: answer.body }] : [];
  });
}
