import { useRef, useState } from 'preact/hooks';
import type { ApiProblem } from './problem.ts';
import { problemOf } from './use-load.ts';

/** An action that runs on demand, one run at a time. */
export interface Action<Input extends readonly unknown[]> {
  /**
   * Runs the action; returns whether it succeeded. While it runs, further calls do nothing. Never rejects with a
   * problem of the API.
   */
  run(...input: Input): Promise<boolean>;
  readonly running: boolean;
  readonly problem: ApiProblem | null;
}

/** @example const revoke = useAction(async () => { await revokeKey(id); await keys.reload(); }); */
export function useAction<Input extends readonly unknown[]>(act: (...input: Input) => Promise<unknown>): Action<Input> {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  /** Current without a redraw: a second click may come before the first one is drawn. */
  const busy = useRef(false);
  return {
    running,
    problem,
    async run(...input) {
      if (busy.current) return false;
      busy.current = true;
      setRunning(true);
      setProblem(null);
      try {
        await act(...input);
        return true;
      } catch (error) {
        setProblem(problemOf(error));
        return false;
      } finally {
        busy.current = false;
        setRunning(false);
      }
    },
  };
}
