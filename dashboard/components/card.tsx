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

/** A section of a page with its own heading. */
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
  /** Details, such as a bar or a line of text. */
  readonly children?: ComponentChildren;
}

/** A card with one figure. `Figures` shows several side by side. */
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

/** A list of terms and values: the facts of a key, user or payment. */
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
