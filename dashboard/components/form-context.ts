import { createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { FieldProblem } from '../api/problem.ts';
import { t } from '../texts/texts.ts';

export interface FormState {
  readonly errors: readonly FieldProblem[];
  readonly running: boolean;
}

const NO_FORM: FormState = { errors: [], running: false };

export const FormContext = createContext(NO_FORM);

/** The ids that connect a field with its hint and its error. */
export interface FieldTies {
  readonly id: string;
  readonly hintId: string;
  readonly errorId: string;
  /** The error of the field; `null` without an error. */
  readonly error: string | null;
  readonly describedBy: string | undefined;
  /** Outside of a form, in a filter, no field is required. */
  readonly isInForm: boolean;
}

export interface FieldNames {
  /** The API's name of the member. */
  readonly name: string;
  /** The name in the language of the page. */
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown for every mistake of the field, instead of the text of the API. */
  readonly mistake?: string | undefined;
}

/**
 * Finds the errors of a field: `networks.0` belongs to `networks`. They name the field by its label.
 *
 * @param ownError an error that the field finds itself, before the form is sent
 */
export function useField({ name, label, hint, mistake }: FieldNames, ownError: string | null = null): FieldTies {
  const id = useId();
  const form = useContext(FormContext);
  const own = form.errors.filter(({ field }) => belongs(field, name));
  const texts = mistake === undefined ? own.map((problem) => withLabel(problem, name, label)) : own.map(() => mistake);
  const error = ownError ?? (texts.length === 0 ? null : [...new Set(texts)].join(' '));
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = [...(hint ? [hintId] : []), ...(error === null ? [] : [errorId])].join(' ');
  return { id, hintId, errorId, error, describedBy: describedBy || undefined, isInForm: form !== NO_FORM };
}

/** The message of a problem with the label in place of the API's name; an entry of a list has its number, from 1. */
function withLabel({ field, message }: FieldProblem, name: string, label: string): string {
  const entry = /^\.(\d+)$/.exec(field.slice(name.length))?.[1];
  const shown = entry === undefined ? label : t('problem.entry', { label, n: Number(entry) + 1 });
  const named = new RegExp(`(?<![A-Za-z0-9_.])${field.replaceAll('.', '\\.')}(?![A-Za-z0-9_])`);
  return message.replace(named, () => shown);
}

/** Whether a refused member is the field of this name, or below it. */
export function belongs(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
