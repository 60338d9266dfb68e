import type { ClassTable } from './classes.ts';
import type { Calculator } from './define.ts';
import type { MessageValues } from './messages.ts';
import { METHOD } from './method.ts';
import { outputMeta } from './outputs.ts';
import type { Presentation } from './presenter.ts';

/** A message by key, with its values. */
export type Remark = string | readonly [key: string, values: MessageValues];

/** What a calculator has to say about one answer beyond its numbers. */
export interface Explanation {
  /** Equation that was used, where it is not the chosen `method`. */
  readonly equation?: string;
  /** Classes that applied, by result, where they are not the first table of the result. */
  readonly classes?: Readonly<Record<string, ClassTable>>;
  readonly warnings?: readonly Remark[];
  readonly notes?: readonly Remark[];
}

/** `details` of an answer: equation, sources, how the classes are bounded, warnings and notes, in one language. */
export function writeDetails(
  calculator: Calculator,
  input: Readonly<Record<string, unknown>>,
  explanation: Explanation,
  { language }: Presentation,
): Record<string, unknown> {
  const { messages } = calculator.family;
  const say = (remark: Remark) =>
    typeof remark === 'string' ? messages.text(language, remark) : messages.text(language, remark[0], remark[1]);
  const key = explanation.equation ?? String(input[METHOD] ?? calculator.equations[0]?.[0]);
  const equation = calculator.equations.find(([candidate]) => candidate === key)?.[1];
  const classes = writeClasses(calculator, explanation.classes ?? {}, language);
  return {
    equation: { key, name: messages.text(language, `equations.${key}`), formula: equation?.formula },
    sources: [...(equation?.sources ?? []), ...calculator.sources].map(({ citation, doi }) =>
      doi ? { citation, doi } : { citation },
    ),
    ...(classes ? { classes } : {}),
    warnings: (explanation.warnings ?? []).map(say),
    notes: [...(explanation.notes ?? []), 'not_medical_advice'].map(say),
  };
}

/** The bounds of every class in the results: from (included) to (excluded). */
function writeClasses(
  calculator: Calculator,
  applied: Readonly<Record<string, ClassTable>>,
  language: Presentation['language'],
) {
  const classes: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(calculator.output.shape)) {
    const table = applied[name] ?? outputMeta.get(schema)?.classes;
    if (!table) continue;
    classes[name] = table.map(({ key, from }, at) => ({
      key,
      label: calculator.family.messages.text(language, `${calculator.name}.${name}.${key}`),
      from: Number.isFinite(from) ? from : null,
      to: table[at + 1]?.from ?? null,
    }));
  }
  return Object.keys(classes).length > 0 ? classes : null;
}
