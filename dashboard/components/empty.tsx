import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';

export interface EmptyProps {
  readonly title?: string;
  /** Why the list is empty, and what the user can do. */
  readonly children?: ComponentChildren;
}

/** The placeholder of an empty list. */
export function Empty({ title = t('state.nothing'), children }: EmptyProps) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}
