import type { ComponentChildren } from 'preact';

export interface BadgeProps {
  readonly children: ComponentChildren;
  readonly tone?: 'neutral' | 'good' | 'warning' | 'bad';
}

/** A state, such as that of a key, in one word. The word says it; the colour helps. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
