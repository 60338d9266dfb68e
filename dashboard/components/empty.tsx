import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';

export interface EmptyProps {
  readonly title?: string;
  /** Why there is nothing, and what to do about it. */
  readonly children?: ComponentChildren;
}

/** In place of a list that has nothing in it. */
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
