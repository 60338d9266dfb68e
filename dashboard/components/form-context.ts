import { createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { FieldProblem } from '../api/problem.ts';

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

/**
 * Finds the error of a field: `networks.0` belongs to `networks`.
 *
 * @param ownError an error that the field finds itself, before the form is sent
 */
export function useField(name: string, hint: string | undefined, ownError: string | null = null): FieldTies {
  const id = useId();
  const form = useContext(FormContext);
  const { errors } = form;
  const own = errors.filter(({ field }) => belongs(field, name)).map(({ message }) => message);
  const error = ownError ?? (own.length === 0 ? null : own.join(' '));
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = [...(hint ? [hintId] : []), ...(error === null ? [] : [errorId])].join(' ');
  return { id, hintId, errorId, error, describedBy: describedBy || undefined, isInForm: form !== NO_FORM };
}

/** Whether a refused member is the field of this name, or below it. */
export function belongs(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
