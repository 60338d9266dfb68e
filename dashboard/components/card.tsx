import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface CardProps {
  readonly title: string;
  /** A line below the title. */
  readonly lead?: string;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page, with a heading of its own. */
export function Card({ title, lead, actions, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead ? <p class="hint">{lead}</p> : null}
        </div>
        {actions ? <div class="actions">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

export interface FigureProps {
  readonly title: string;
  /** The figure itself. */
  readonly value: ComponentChildren;
  /** What belongs to it: a bar, a line of text. */
  readonly children?: ComponentChildren;
}

/** A card with one figure. Several stand side by side in `Figures`. */
export function Figure({ title, value, children }: FigureProps) {
  const id = useId();
  return (
    <section class="card figure" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="value">{value}</p>
      {children}
    </section>
  );
}

export function Figures({ children }: { readonly children: ComponentChildren }) {
  return <div class="figures-row">{children}</div>;
}

/** Terms and what they stand for: the facts of one key, user, payment. */
export function Facts({ of }: { readonly of: readonly (readonly [term: string, fact: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
