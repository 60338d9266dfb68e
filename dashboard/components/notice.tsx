import type { ComponentChildren } from 'preact';

export interface NoticeProps {
  readonly children: ComponentChildren;
  /** A `problem` interrupts a screen reader; the others wait. */
  readonly tone?: 'info' | 'success' | 'warning' | 'problem';
}

/** A notice at its place on the page. `tell` announces completed actions instead. */
export function Notice({ children, tone = 'info' }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} role={tone === 'problem' ? 'alert' : 'status'} tabIndex={-1}>
      {children}
    </div>
  );
}
