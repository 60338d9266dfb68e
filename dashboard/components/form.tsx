import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiProblem } from '../api/problem.ts';
import { useAction } from '../api/use-action.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { belongs, FormContext } from './form-context.ts';
import { type FormValues, valuesOf } from './form-values.ts';
import { Notice } from './notice.tsx';

export interface FormProps {
  readonly children: ComponentChildren;
  /** Text of its button. */
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  /** Sends the values. A problem that it throws appears at its fields and as an alert. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  /** In a dialog: closes it. */
  readonly onCancel?: () => void;
}

/**
 * A form that sends once at a time, and keeps what was typed. What is wrong is for the API to say, all of it at once
 * and in the language of the page; the browser's own messages know neither.
 */
export function Form({ children, submit, kind = 'primary', onSubmit, onCancel }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { run, running, problem } = useAction(onSubmit);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus();
  }, [problem]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(valuesOf(event.currentTarget));
      }}
    >
      <FormContext.Provider value={{ errors: problem?.errors ?? [], running }}>{children}</FormContext.Provider>
      {problem ? <FormProblem problem={problem} names={namesIn(form.current)} /> : null}
      <div class="actions">
        {onCancel ? <Button onClick={onCancel}>{t('action.cancel')}</Button> : null}
        <Button kind={kind} type="submit" running={running}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

function namesIn(form: HTMLFormElement | null): string[] {
  return [...(form?.elements ?? [])].map((element) => element.getAttribute('name') ?? '').filter(Boolean);
}

/** Shows errors that belong to no field. */
function FormProblem({ problem, names }: { readonly problem: ApiProblem; readonly names: readonly string[] }) {
  const others = problem.errors.filter(({ field }) => !names.some((name) => belongs(field, name)));
  const marked = problem.errors.length > 0;
  return (
    <Notice tone="problem">
      <p>{marked ? t('problem.mistakes') : problem.detail}</p>
      {others.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
    </Notice>
  );
}
