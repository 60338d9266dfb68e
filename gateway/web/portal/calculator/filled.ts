import {
  type Answer,
  type Calculator,
  dayProblem,
  drawPicture,
  figuresOf,
  type InputProblem,
  type Language,
  wordsOf,
} from '../../../../calculators/kit/index.ts';
import { type Control, readQuery } from '../../../../plugins/sdk/index.ts';
import type { Placed } from '../../docs/calculator-pages/placed.ts';
import { languageQuery } from '../../frame/page.ts';
import { portalTexts } from '../frame/texts.ts';
import type { CalculatorView, Filled } from './view.ts';

/** What a visitor sent: the values by field, the units, and the day whose defaults apply. */
export type Submitted = Pick<Filled, 'units' | 'values' | 'asOf'>;

/**
 * Reads a posted form. Empty fields were not filled in; members that are no fields of the calculator are left out.
 *
 * @returns `null` if the body is no form
 */
export function readForm({ fields }: Calculator, body: Uint8Array): Submitted | null {
  const pairs = readQuery(Buffer.from(body).toString('utf8'));
  if (pairs === null) return null;
  const names = new Set(fields.map(({ name }) => name));
  const values = new Map<string, string>();
  let units: Filled['units'] = 'metric';
  let asOf = '';
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? '';
    const value = (pairs[at + 1] ?? '').trim();
    if (name === 'units') units = value === 'imperial' ? 'imperial' : 'metric';
    else if (name === AS_OF) asOf = value;
    else if (names.has(name) && value !== '') values.set(name, decimal(value, fields, name));
  }
  return { units, values, asOf };
}

/** The member of a form that names the day, as the parameter of the API. */
export const AS_OF: Control = 'as_of';

/** A comma between digits is a decimal mark where a single number is asked for. */
function decimal(value: string, fields: Calculator['fields'], name: string): string {
  const kind = fields.find((field) => field.name === name)?.kind;
  return kind === 'number' && /^[−-]?\d+,\d+$/.test(value) ? value.replace(',', '.') : value.replace(/^−/, '-');
}

/** The page of a calculator with the values of its first example. */
export function exampleView(placed: Placed, language: Language): CalculatorView {
  const { input = {} } = placed.calculator.examples[0] ?? {};
  const values = new Map(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return viewOf(placed, language, { units: 'metric', values, asOf: '' }, true);
}

/** The page of a calculator with what a visitor sent: its result, or its mistakes. */
export function viewOf(
  { calculator, mount, baseUrl, page }: Placed,
  language: Language,
  { units, values, asOf }: Submitted,
  isExample = false,
): CalculatorView {
  const words = wordsOf(calculator, language, units);
  const wrongDay = asOf === '' ? undefined : dayProblem(AS_OF, asOf);
  const day = asOf === '' || wrongDay ? undefined : asOf;
  const options = { language, units, texts: true, detail: 'full', asOf: day } as const;
  const inputs = Object.fromEntries(values);
  const answer: Answer = wrongDay ? { problems: [wrongDay] } : calculator.answer(inputs, options);
  const picture = 'body' in answer ? calculator.picture(inputs, options) : null;
  const problems = 'problems' in answer ? answer.problems : [];
  const texts = problems.map((problem) => ({
    field: problem.field,
    text: textOf(calculator, language, words, problem),
  }));
  const own = texts.filter(({ field }) => field === AS_OF || calculator.fields.some(({ name }) => name === field));
  return {
    ...portalTexts(language),
    calculator,
    words,
    language,
    path: `${mount}/${calculator.name}`,
    baseUrl,
    page,
    here: page.split('/').at(-1) ?? page,
    query: languageQuery(language),
    filled: {
      units,
      values,
      asOf,
      mistakes: new Map(own.map(({ field, text }) => [field, text])),
      others: texts.filter((one) => !own.includes(one)).map(({ text }) => text),
    },
    isExample,
    answer: 'body' in answer ? answer.body : null,
    picture:
      picture === null || picture.kind === 'values'
        ? null
        : { svg: drawPicture(picture, { language, title: words.title }), figures: figuresOf(picture, language) },
  };
}

/** The label of a field of the form. */
export const labelOf = ({ words, say }: Pick<CalculatorView, 'words' | 'say'>, field: string): string =>
  field === AS_OF ? say('portal.form.as_of') : words.input(field).label;

/** The text of a mistake, with the label of the field in place of its name. */
function textOf(
  { family }: Calculator,
  language: Language,
  words: CalculatorView['words'],
  { field, message, values }: InputProblem,
): string {
  const label = labelOf({ words, ...portalTexts(language) }, field);
  const named = values?.field === undefined ? values : { ...values, field: label };
  return words.labelled(family.messages.text(language, message, named));
}
