import type { ComponentChildren } from 'preact';
import type { ApiProblem } from '../api/problem.ts';
import type { Load } from '../api/use-load.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Figures } from './card.tsx';
import { Notice } from './notice.tsx';

export interface LoadedProps<T> {
  /** The result of `useLoad` or `usePages`. */
  readonly of: Load<T>;
  readonly children: (value: T) => ComponentChildren;
  /** The placeholder during loading, which keeps the layout stable: a number of lines, or of cards in `Figures`. */
  readonly lines?: number;
  readonly figures?: number;
}

/** Draws the loaded value; before that a placeholder, or the failure with a button to try again. */
export function Loaded<T>({ of: { value, problem, loading, reload }, children, lines = 3, figures }: LoadedProps<T>) {
  if (problem) return <LoadProblem problem={problem} onRetry={reload} running={loading} />;
  if (value === undefined) {
    if (figures === undefined) return <Skeleton lines={lines} />;
    return (
      <Figures>
        {Array.from({ length: figures }, (_, at) => (
          <Skeleton key={at} lines={lines} />
        ))}
      </Figures>
    );
  }
  return (
    <div class="loaded" aria-busy={loading || undefined}>
      {children(value)}
    </div>
  );
}

interface LoadProblemProps {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
  readonly running?: boolean;
}

export function LoadProblem({ problem, onRetry, running = false }: LoadProblemProps) {
  // A role that may not do this gains nothing from another try.
  const hopeless = problem.status === 403 || problem.status === 404;
  return (
    <Notice tone="problem">
      <p>
        <strong>{t('state.failed')}</strong>
      </p>
      <p>{problem.detail}</p>
      {problem.errors.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
      {hopeless ? null : (
        <Button onClick={onRetry} running={running}>
          {t('action.tryAgain')}
        </Button>
      )}
    </Notice>
  );
}

function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{t('state.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="line" />
      ))}
    </div>
  );
}
