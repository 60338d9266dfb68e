import type { ComponentChildren } from 'preact';

export interface NoticeProps {
  readonly children: ComponentChildren;
  /** A `problem` interrupts a screen reader; the others are read when there is time. */
  readonly tone?: 'info' | 'success' | 'warning' | 'problem';
}

/** Something to know, in its place on the page. What is done and gone is said by `tell` instead. */
export function Notice({ children, tone = 'info' }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} role={tone === 'problem' ? 'alert' : 'status'} tabIndex={-1}>
      {children}
    </div>
  );
}
