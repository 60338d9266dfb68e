import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem } from './problem.ts';
import { SessionContext } from './session-context.ts';
import { useTicks } from './use-ticks.ts';

/** A loaded value. The last value stays during a reload. */
export interface Load<T> {
  readonly value: T | undefined;
  readonly problem: ApiProblem | null;
  readonly loading: boolean;
  /** Loads again, after a failure or a change. Never rejects. */
  reload(): Promise<void>;
}

/**
 * Loads when the component is first drawn, after a change of `inputs`, and, if there was no session, after the next
 * sign-in.
 *
 * @param options.live whether to load again every few seconds, without a sign of it, while somebody looks at the page
 * @example const keys = useLoad(readKeys); const usage = useLoad(() => readUsage(month), [month]);
 */
export function useLoad<T>(load: () => Promise<T>, inputs: readonly unknown[] = [], { live = false } = {}): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({ value: undefined, problem: null, loading: true });
  const renewals = useContext(SessionContext)?.renewals ?? 0;
  /** Number of the latest request; answers to earlier requests are dropped. */
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

  useTicks(live && state.value !== undefined, async () => {
    const turn = asked.current;
    // A figure that cannot be renewed now stays as it is: its time says how old it is.
    const value = await load().catch((error: unknown) => void problemOf(error));
    if (turn === asked.current && value !== undefined) setState((before) => ({ ...before, value }));
  });

  return { ...state, reload };
}

/** The problem behind a failure. @throws any other error: our own mistakes belong in the console */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}
