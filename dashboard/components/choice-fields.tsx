import { useId } from 'preact/hooks';
import type { FieldProps } from './field.tsx';
import { FieldFrame, FieldNotes } from './field-frame.tsx';
import { useField } from './form-context.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** An additional line, for radio buttons. */
  readonly hint?: string;
}

export interface ChoiceProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** The initial choice; by default the first one. */
  readonly value?: string | undefined;
  readonly onChange?: (value: string) => void;
}

/** A choice from many, in a menu. Filters use it outside of a form, with `onChange`. */
export function SelectField({ name, label, hint, optional = false, choices, value, onChange }: ChoiceProps) {
  const ties = useField({ name, label, hint });
  return (
    <FieldFrame ties={ties} label={label} hint={hint} optional={optional}>
      <select
        id={ties.id}
        name={name}
        aria-invalid={ties.error !== null || undefined}
        aria-describedby={ties.describedBy}
        onChange={onChange && (({ currentTarget }) => onChange(currentTarget.value))}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A choice from few, all visible. */
export function RadioField({ name, label, hint, choices, value = choices[0]?.value, onChange }: ChoiceProps) {
  const ties = useField({ name, label, hint });
  return (
    <fieldset class="field radio" aria-describedby={ties.describedBy}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <Radio key={choice.value} name={name} choice={choice} checked={choice.value === value} onChange={onChange} />
      ))}
      <FieldNotes ties={ties} hint={hint} />
    </fieldset>
  );
}

interface RadioProps {
  readonly name: string;
  readonly choice: Choice;
  readonly checked: boolean;
  readonly onChange: ((value: string) => void) | undefined;
}

function Radio({ name, choice: { value, label, hint }, checked, onChange }: RadioProps) {
  const id = useId();
  return (
    <div class="option">
      <input
        id={id}
        type="radio"
        name={name}
        value={value}
        defaultChecked={checked}
        aria-describedby={hint && `${id}-hint`}
        onChange={onChange && (() => onChange(value))}
      />
      <label for={id}>{label}</label>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
