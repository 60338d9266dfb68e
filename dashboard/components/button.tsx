import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** `primary` is the main action of a page or dialog; `danger` destroys something; `quiet` is for rows. */
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
  /** The action is still running: the button says so, and ignores further clicks. */
  readonly running?: boolean;
  readonly disabled?: boolean;
  /** The name for screen readers, if the text alone is ambiguous, as in rows. */
  readonly label?: string;
}

export function Button(props: ButtonProps) {
  const { children, kind = 'secondary', type = 'button', onClick, running = false, disabled = false, label } = props;
  return (
    <button
      class={`button ${kind}`}
      type={type}
      disabled={disabled}
      // Not disabled while it runs, because a disabled button would lose the focus.
      aria-disabled={running || undefined}
      aria-label={label}
      onClick={(event) => {
        if (running) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
      {running ? <span class="spinner" role="img" aria-label={t('state.running')} /> : null}
    </button>
  );
}
