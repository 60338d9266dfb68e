import type { ComponentChildren } from 'preact';

export interface LinkProps {
  /** The result of `hrefOf`, or the address of a page outside the dashboard. */
  readonly href: string;
  readonly children: ComponentChildren;
  /** Looks like a button. */
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  /** A download: see `downloadAddress`. */
  readonly download?: boolean;
  readonly label?: string;
}

export function Link({ href, children, kind, download = false, label }: LinkProps) {
  return (
    <a class={kind ? `button ${kind}` : undefined} href={href} download={download || undefined} aria-label={label}>
      {children}
    </a>
  );
}
