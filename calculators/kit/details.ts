import type { z } from 'zod';
import type { ClassTable } from './classes.ts';
import type { Calculator } from './define.ts';
import type { Language } from './languages.ts';
import type { MessageValues } from './messages.ts';
import { ALL, METHOD } from './method.ts';
import { labelsOf, outputMeta, unwrapOutput } from './outputs.ts';
import type { SideBySide } from './side-by-side.ts';

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

/** One answer, as far as it is explained. */
export interface Explained {
  readonly input: Readonly<Record<string, unknown>>;
  readonly results: Readonly<Record<string, unknown>>;
  readonly explanation: Explanation;
  /** Every equation side by side, where that was asked for. */
  readonly compared: SideBySide | undefined;
  readonly language: Language;
}

/** `details` of an answer: equation, sources, how the classes are bounded, warnings and notes, in one language. */
export function writeDetails(calculator: Calculator, explained: Explained): Record<string, unknown> {
  const { input, explanation, compared, language } = explained;
  const { messages } = calculator.family;
  const say = (remark: Remark) =>
    typeof remark === 'string' ? messages.text(language, remark) : messages.text(language, remark[0], remark[1]);
  const used = explanation.equation ?? String(input[METHOD] ?? calculator.equations[0]?.[0]);
  const equations = calculator.equations.filter(([key]) => compared || key === used).map(([, equation]) => equation);
  const sources = [...equations.flatMap((equation) => equation.sources), ...calculator.sources];
  const classes = writeClasses(calculator, explained);
  return {
    equation: compared
      ? { key: ALL, name: messages.text(language, 'equations.all') }
      : { key: used, name: messages.text(language, `equations.${used}`), formula: equations[0]?.formula },
    // Equations may share a paper; it is cited once.
    sources: [...new Set(sources)].map(({ citation, doi }) => (doi ? { citation, doi } : { citation })),
    ...(classes ? { classes } : {}),
    warnings: [...(explanation.warnings ?? []), ...leftOut(calculator, explained)].map(say),
    notes: [...(explanation.notes ?? []), 'not_medical_advice'].map(say),
  };
}

/** Why an equation is missing where every one was asked for. */
function leftOut(calculator: Calculator, { compared, language }: Explained): Remark[] {
  const { messages } = calculator.family;
  return (compared?.leftOut ?? []).flatMap(({ key, problems }) =>
    problems.map(({ message, values }): Remark => {
      const reason = messages.text(language, message, values);
      return ['left_out', { method: messages.text(language, `equations.${key}`), reason }];
    }),
  );
}

/** The bounds of every class in the results: from (included, where nothing else is said) to (excluded). */
function writeClasses(calculator: Calculator, { results, explanation, language }: Explained) {
  const classes: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(calculator.output.shape)) {
    const table = explanation.classes?.[name] ?? outputMeta.get(unwrapOutput(schema as z.ZodType))?.classes;
    if (!table || results[name] === undefined) continue;
    const labels = labelsOf(calculator.name, name, schema as z.ZodType);
    classes[name] = table.map(({ key, from, above }, at) => ({
      key,
      label: calculator.family.messages.text(language, `${labels}.${key}`),
      from: Number.isFinite(from) ? from : null,
      to: table[at + 1]?.from ?? null,
      ...(above ? { from_excluded: true } : {}),
    }));
  }
  return Object.keys(classes).length > 0 ? classes : null;
}
