import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from './problem.ts';
import { type Load, problemOf, useLoad } from './use-load.ts';

/** One page of a list, and the cursor of the next one. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Upper bound of pages: the plan of the account bounds its people and keys. */
const MOST_PAGES = 50;

/** All items of a list, for a choice among them. */
export async function readAll<T>(load: (cursor: string | null) => Promise<ListPage<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const read: ListPage<T> = await load(cursor);
    items.push(...read.items);
    cursor = read.next;
    if (cursor === null) break;
  }
  return items;
}

/** A list that grows page by page. Give it to `Loaded`, and to `More` below the table. */
export interface Pages<T, Page extends ListPage<T> = ListPage<T>> extends Load<readonly T[]> {
  /** The first page, with its other members. */
  readonly first: Page | undefined;
  readonly next: string | null;
  readonly loadingMore: boolean;
  /** Why the next page could not be loaded; earlier pages stay. */
  readonly moreProblem: ApiProblem | null;
  more(): Promise<void>;
}

/**
 * Loads the first page as `useLoad` does, and further ones on demand.
 *
 * @example const audit = usePages((cursor) => readAudit({ action, cursor }), [action]);
 */
export function usePages<T, Page extends ListPage<T> = ListPage<T>>(
  load: (cursor: string | null) => Promise<Page & ListPage<T>>,
  inputs: readonly unknown[] = [],
): Pages<T, Page> {
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
    first: first.value,
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
