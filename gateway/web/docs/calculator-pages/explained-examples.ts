import type { Calculator, Example, Language } from '../../../../calculators/kit/index.ts';

interface Band {
  readonly key: string;
  readonly label: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly from_excluded?: true;
}

/** The part of the `detail=full` explanation that pages show. */
export interface Details {
  readonly classes?: Readonly<Record<string, readonly Band[]>>;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** An example of a calculator with the answer that a caller gets. */
export interface ExplainedExample {
  readonly input: Example['input'];
  readonly origin: string;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly details: Details;
}

/** Computes the examples with the calculator itself, so that pages show real answers. */
export function explainedExamples(calculator: Calculator, language: Language): ExplainedExample[] {
  const metadata = { endpoint_name: calculator.name, authenticated: true };
  return calculator.examples.flatMap(({ input, origin }) => {
    const answer = calculator.answer(input, { language, detail: 'full', metadata });
    if (!('body' in answer)) return [];
    const { details, ...body } = answer.body;
    return [{ input, origin, answer: body, details: details as Details }];
  });
}
