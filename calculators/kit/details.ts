import { z } from 'zod';
import type { Calculator } from './calculator.ts';
import { equationDate, equationId } from './equation-identity.ts';
import type { Explanation, Remark } from './explanation.ts';
import type { Language } from './languages.ts';
import { ALL, METHOD } from './method.ts';
import { labelsOf, outputMeta, unwrapOutput } from './outputs.ts';
import type { SideBySide } from './side-by-side.ts';

/** The parts of one answer that `details` explains. */
export interface Explained {
  readonly input: Readonly<Record<string, unknown>>;
  readonly results: Readonly<Record<string, unknown>>;
  readonly explanation: Explanation;
  /** The warnings of the answer. */
  readonly warnings: readonly Warning[];
  /** Every equation side by side, for `method=all`. */
  readonly compared: SideBySide | undefined;
  readonly language: Language;
}

/** `details` of an answer in one language: equation, sources, bounds of the classes, warnings and notes. */
export function writeDetails(calculator: Calculator, explained: Explained): Record<string, unknown> {
  const { explanation, warnings, compared, language } = explained;
  const { messages } = calculator.family;
  const say = (remark: Remark) => said(calculator, remark, language);
  const used = equationOf(calculator, explained);
  const equations = calculator.equations.filter(([key]) => compared || key === used).map(([, equation]) => equation);
  const sources = [...equations.flatMap((equation) => equation.sources), ...calculator.sources];
  const classes = writeClasses(calculator, explained);
  return {
    equation: {
      ...identityOf(calculator, used),
      ...(compared
        ? { key: ALL, name: messages.text(language, 'equations.all') }
        : { key: used, name: messages.text(language, `equations.${used}`), formula: equations[0]?.formula }),
    },
    // Several equations may share a paper, which is cited once.
    sources: [...new Set(sources)].map(({ citation, doi }) => (doi ? { citation, doi } : { citation })),
    ...(classes ? { classes } : {}),
    warnings: [
      ...warnings.map(({ message }) => message),
      ...leftOut(calculator, explained).map(({ method_label, reason }) =>
        say(['left_out', { method: method_label, reason }]),
      ),
    ],
    notes: [...(explanation.notes ?? []), ...withoutEffect(calculator, explained, used), 'not_medical_advice'].map(say),
  };
}

/** Id and date of the equation of the results; with `method=all`, of those on top. */
function identityOf({ name, equations }: Calculator, used: string): { readonly id: string; readonly date?: string } {
  const equation = equations.find(([key]) => key === used)?.[1];
  const date = equation && equationDate(equation);
  return { id: equationId(name, used), ...(date === undefined ? {} : { date }) };
}

/** The given inputs that the equation does not use. */
function withoutEffect({ fields, usedBy }: Calculator, { input, compared }: Explained, used: string): Remark[] {
  if (compared) return [];
  const unused = fields.filter(({ name, schema }) => {
    const isGiven =
      input[name] !== undefined && !(schema instanceof z.ZodDefault && schema.def.defaultValue === input[name]);
    return isGiven && usedBy[name]?.includes(used) === false;
  });
  return unused.length === 0 ? [] : [['without_effect', { inputs: unused.map(({ name }) => name).join(', ') }]];
}

/** A warning of an answer: a code for programs, and its text. */
export interface Warning {
  /** The key of its message: `extrapolated`, or one of the calculator such as `news2.emergency`. */
  readonly code: string;
  readonly message: string;
}

/** The warnings of a calculation in one language. */
export function writeWarnings(calculator: Calculator, { warnings = [] }: Explanation, language: Language): Warning[] {
  return warnings.map((remark) => ({
    code: typeof remark === 'string' ? remark : remark[0],
    message: said(calculator, remark, language),
  }));
}

/**
 * The warnings of an answer to `method=all`: those of the results on top, then those that only other equations have,
 * each with the name of its equation.
 *
 * @param explained the explanation of every equation beside the results
 */
export function writeEveryWarning(
  calculator: Calculator,
  top: Explanation,
  explained: Readonly<Record<string, Explanation>>,
  language: Language,
): Warning[] {
  const warnings = writeWarnings(calculator, top, language);
  const known = new Set(warnings.map(({ message }) => message));
  for (const [key, explanation] of Object.entries(explained)) {
    for (const { code, message: warning } of writeWarnings(calculator, explanation, language)) {
      if (known.has(warning)) continue;
      const values = { method: equationName(calculator, key, language), warning };
      warnings.push({ code, message: calculator.family.messages.text(language, 'warning_of_method', values) });
    }
  }
  return warnings;
}

/** With `method=all`: the equation of the results on top, and each equation that is missing, with the reason. */
export function writeCompared(
  calculator: Calculator,
  explained: Omit<Explained, 'results' | 'warnings'>,
): Record<string, unknown> {
  const used = equationOf(calculator, explained);
  const missing = leftOut(calculator, explained);
  return {
    method: used,
    method_label: equationName(calculator, used, explained.language),
    ...(missing.length > 0 ? { left_out: missing } : {}),
  };
}

/** Key of the equation behind the results. */
function equationOf(
  { equations }: Calculator,
  { input, explanation }: Pick<Explained, 'input' | 'explanation'>,
): string {
  return explanation.equation ?? String(input[METHOD] ?? equations[0]?.[0]);
}

/** Name of an equation; its key if the messages of a plugin do not name it. */
function equationName({ family: { messages } }: Calculator, key: string, language: Language): string {
  const message = `equations.${key}`;
  return messages.find(language, message) === undefined ? key : messages.text(language, message);
}

/** An equation that `method=all` leaves out. */
interface Missing {
  readonly method: string;
  readonly method_label: string;
  readonly reason: string;
}

function leftOut(calculator: Calculator, { compared, language }: Pick<Explained, 'compared' | 'language'>): Missing[] {
  const { messages } = calculator.family;
  return (compared?.leftOut ?? []).flatMap(({ key, problems }) =>
    problems.map(({ message, values }) => ({
      method: key,
      method_label: equationName(calculator, key, language),
      reason: messages.text(language, message, values),
    })),
  );
}

function said({ family: { messages } }: Calculator, remark: Remark, language: Language): string {
  return typeof remark === 'string' ? messages.text(language, remark) : messages.text(language, remark[0], remark[1]);
}

/** The bounds of every class in the results: `from` (included, unless `from_excluded`) to `to` (excluded). */
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
