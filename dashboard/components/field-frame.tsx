import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';
import type { FieldTies } from './form-context.ts';

interface FieldFrameProps {
  readonly ties: FieldTies;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** Label above, hint and error below, all tied to the input. */
export function FieldFrame({ ties, label, hint, optional = false, children }: FieldFrameProps) {
  return (
    <div class="field">
      <label for={ties.id}>
        {label}
        {optional ? <span class="optional"> ({t('state.optional')})</span> : null}
      </label>
      {children}
      <FieldNotes ties={ties} hint={hint} />
    </div>
  );
}

export function FieldNotes({ ties, hint }: Pick<FieldFrameProps, 'ties' | 'hint'>) {
  return (
    <>
      {hint ? (
        <p class="hint" id={ties.hintId}>
          {hint}
        </p>
      ) : null}
      {ties.error === null ? null : (
        <p class="error" id={ties.errorId}>
          {ties.error}
        </p>
      )}
    </>
  );
}
