import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from './problem.ts';
import { type Load, problemOf, useLoad } from './use-load.ts';

/** One page of a list, and the cursor of the next one. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A list that grows page by page. Give it to `Loaded`, and to `More` below the table. */
export interface Pages<T> extends Load<readonly T[]> {
  readonly next: string | null;
  readonly loadingMore: boolean;
  /** Why the next page could not be loaded; what was loaded before stays. */
  readonly moreProblem: ApiProblem | null;
  more(): Promise<void>;
}

/**
 * Loads the first page as `useLoad` does, and further ones on demand.
 *
 * @example const audit = usePages((cursor) => readAudit({ action, cursor }), [action]);
 */
export function usePages<T>(
  load: (cursor: string | null) => Promise<ListPage<T>>,
  inputs: readonly unknown[] = [],
): Pages<T> {
  const first = useLoad(() => load(null), inputs);
  const [rest, setRest] = useState<readonly ListPage<T>[]>([]);
  const [loadingMore, setLoadingMore] = useState(false);
  const [moreProblem, setMoreProblem] = useState<ApiProblem | null>(null);
  useEffect(() => {
    setRest([]);
    setMoreProblem(null);
  }, [first.value]);

  const last = rest.at(-1) ?? first.value;
  const next = last?.next ?? null;
  return {
    ...first,
    value: first.value && [first.value, ...rest].flatMap(({ items }) => items),
    next,
    loadingMore,
    moreProblem,
    async more() {
      if (loadingMore || next === null) return;
      setLoadingMore(true);
      setMoreProblem(null);
      try {
        const page = await load(next);
        setRest((pages) => [...pages, page]);
      } catch (error) {
        setMoreProblem(problemOf(error));
      } finally {
        setLoadingMore(false);
      }
    },
  };
}
