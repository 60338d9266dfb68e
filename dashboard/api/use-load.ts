import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { SessionContext } from '../session.ts';
import { ApiProblem } from './problem.ts';

/** Something that is loaded. The last value stays while it is loaded again. */
export interface Load<T> {
  readonly value: T | undefined;
  readonly problem: ApiProblem | null;
  readonly loading: boolean;
  /** Loads again: after a failure, or after something was changed. Never rejects. */
  reload(): Promise<void>;
}

/**
 * Loads when the component is first drawn, whenever one of `inputs` has changed, and, where it failed for want of a
 * session, once there is one again.
 *
 * @example const keys = useLoad(readKeys); const usage = useLoad(() => readUsage(month), [month]);
 */
export function useLoad<T>(load: () => Promise<T>, inputs: readonly unknown[] = []): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({ value: undefined, problem: null, loading: true });
  const renewals = useContext(SessionContext)?.renewals ?? 0;
  /** Answers of earlier questions are dropped. */
  const asked = useRef(0);

  const reload = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    setState((before) => ({ ...before, loading: true, problem: null }));
    try {
      const value = await load();
      if (turn === asked.current) setState({ value, problem: null, loading: false });
    } catch (error) {
      const problem = problemOf(error);
      if (turn === asked.current) setState((before) => ({ ...before, problem, loading: false }));
    }
  }, inputs);

  useEffect(() => {
    reload();
    return () => {
      asked.current += 1;
    };
  }, [reload]);

  useEffect(() => {
    if (state.problem?.status === 401) reload();
  }, [renewals]);

  return { ...state, reload };
}

/** The problem behind a failure. @throws what is none: a mistake of ours belongs in the console */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}
