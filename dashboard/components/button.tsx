import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** `primary` is the one thing to do on a page or in a dialog; `danger` loses something; `quiet` stands in rows. */
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
  /** What it began is not done yet: it says so, and does nothing when it is pressed again. */
  readonly running?: boolean;
  readonly disabled?: boolean;
  /** The name for screen readers, where the text alone does not tell: which row's button this is. */
  readonly label?: string;
}

export function Button(props: ButtonProps) {
  const { children, kind = 'secondary', type = 'button', onClick, running = false, disabled = false, label } = props;
  return (
    <button
      class={`button ${kind}`}
      type={type}
      disabled={disabled}
      // Not disabled while it runs: that would throw the focus out of the form.
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
