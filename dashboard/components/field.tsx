import { h, type LooseInputHTMLAttributes } from 'preact';
import { FieldFrame } from './field-frame.tsx';
import { useField } from './form-context.ts';

export interface FieldProps {
  /** The API's name of the member. Errors under this name appear here. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Marked as optional; all other fields are required. */
  readonly optional?: boolean;
  /** For left-to-right content in every language, such as code. E-mail addresses always are. */
  readonly dir?: 'ltr';
}

export interface InputProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'month' | 'datetime-local' | 'search';
  /** The initial value; later changes have no effect. */
  readonly value?: string | number | null;
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'name' | 'organization' | 'email' | 'off';
  readonly min?: number | string;
  readonly max?: number | string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Shown for every mistake of the field, instead of the text of the API. */
  readonly mistake?: string;
  readonly onInput?: (value: string) => void;
}

/** A single-line input. */
export function Field(props: InputProps) {
  const { name, label, hint, mistake, optional = false, type = 'text', value, onInput, ...rest } = props;
  const ties = useField({ name, label, hint, mistake });
  const attributes: LooseInputHTMLAttributes = {
    dir: type === 'email' ? 'ltr' : undefined,
    ...rest,
    id: ties.id,
    name,
    type,
    defaultValue: value ?? undefined,
    required: !optional && ties.isInForm,
    'aria-invalid': ties.error !== null || undefined,
    'aria-describedby': ties.describedBy,
    onInput: onInput && (({ currentTarget }) => onInput(currentTarget.value)),
  };
  return (
    <FieldFrame ties={ties} label={label} hint={hint} optional={optional}>
      {h('input', attributes)}
    </FieldFrame>
  );
}

export interface TextAreaProps extends FieldProps {
  readonly value?: string;
  readonly rows?: number;
  readonly maxLength?: number;
}

/** A multi-line input. */
export function TextAreaField({ name, label, hint, optional = false, dir, value, rows = 4, maxLength }: TextAreaProps) {
  const ties = useField({ name, label, hint });
  return (
    <FieldFrame ties={ties} label={label} hint={hint} optional={optional}>
      <textarea
        id={ties.id}
        name={name}
        rows={rows}
        dir={dir}
        maxLength={maxLength}
        defaultValue={value}
        required={!optional}
        aria-invalid={ties.error !== null || undefined}
        aria-describedby={ties.describedBy}
      />
    </FieldFrame>
  );
}
