import type { Calculator, Language, UnitSystem, Words } from '../../../../calculators/kit/index.ts';
import type { Texts } from '../../../calculation/describe/texts.ts';

/** What the form shows: the values as they were typed, and what is wrong with them. */
export interface Filled {
  readonly units: UnitSystem;
  /** The day whose defaults apply, as it was typed; empty for today. */
  readonly asOf: string;
  readonly values: ReadonlyMap<string, string>;
  /** Texts of the mistakes, by field. */
  readonly mistakes: ReadonlyMap<string, string>;
  /** Mistakes that belong to no field of the form. */
  readonly others: readonly string[];
}

/** A calculator's page in one language, with the values of a visitor or of the first example. */
export interface CalculatorView extends Texts {
  readonly calculator: Calculator;
  readonly words: Words;
  readonly language: Language;
  /** Path of the API, `/api/v1/bmi`. */
  readonly path: string;
  readonly baseUrl: string;
  /** Name of the page below `/docs/calculators/`: `bmi`, or `acme/fat-mass`. */
  readonly page: string;
  /** Last part of the page's address. */
  readonly here: string;
  /** The ending of addresses that keeps the language. */
  readonly query: string;
  readonly filled: Filled;
  /** The values come from the first example, not from a visitor. */
  readonly isExample: boolean;
  /** The answer with `details`; `null` if the values have mistakes. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  /** The picture as SVG, and its figures. */
  readonly picture: { readonly svg: string; readonly figures: readonly (readonly string[])[] } | null;
}
