import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface PageProps {
  /** The heading, and the title of the document. */
  readonly title: string;
  /** A line below the heading. */
  readonly lead?: string;
  /** The buttons of the whole page. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** A page. Its heading takes the focus, so that screen readers announce it. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Vitalgate`;
  }, [title]);
  useEffect(() => {
    // The browser itself announces the first page.
    if (!isFirst) {
      heading.current?.focus();
      scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return (
    <>
      <div class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead ? <p class="lead">{lead}</p> : null}
        </div>
        {actions ? <div class="actions">{actions}</div> : null}
      </div>
      {children}
    </>
  );
}
