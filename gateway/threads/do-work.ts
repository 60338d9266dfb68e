import { parentPort } from 'node:worker_threads';
import { workInBackground } from './background.ts';

/** A message of a thread: that its modules are loaded, or the end of one piece of work. */
export type ThreadMessage<Answer> =
  | { readonly ready: true }
  | { readonly done: Answer }
  | { readonly failed: unknown; readonly members: object };

/**
 * The other side of `WorkThread`: runs each piece of work that arrives in this thread and sends back the answer, or the
 * error that `run` throws.
 */
export function doWork<Work, Answer>(run: (work: Work) => Answer): void {
  if (parentPort === null) throw new Error('this module runs only in a worker thread');
  const port = parentPort;
  port.postMessage({ ready: true } satisfies ThreadMessage<Answer>);
  workInBackground();
  port.on('message', (work: Work) => {
    let answer: ThreadMessage<Answer>;
    try {
      answer = { done: run(work) };
    } catch (error) {
      // A copied error loses its own members, such as SQLite's result code.
      answer = { failed: error, members: error instanceof Error ? { ...error } : {} };
    }
    port.postMessage(answer);
  });
}
