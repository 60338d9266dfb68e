import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Input } from '../../calculators/testing/random-inputs.fixture.ts';

/** The results of one point in Python, `null` for a refusal. */
export type Reference = Readonly<Record<string, unknown>> | null;

/** A Python process that answers points. */
export interface Python {
  /**
   * The results of points, in their order.
   *
   * @param names every input of the calculator
   * @throws Error with Python's message, such as that it has no such calculator
   */
  answer(calculator: string, names: readonly string[], points: readonly Input[]): Promise<readonly Reference[]>;
  end(): void;
}

/** Thrown when the process has ended by itself: it has written why. */
export class PythonEnded extends Error {
  override readonly name = 'PythonEnded';
}

/**
 * Starts `answer.py`.
 *
 * @param command the interpreter, on the PATH
 * @throws Error if there is none
 */
export async function startPython(command = 'python3'): Promise<Python> {
  const child = spawn(command, [join(import.meta.dirname, 'answer.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child, 'spawn');
  } catch {
    throw new Error(`npm run reference needs ${command} (3.10 or newer) on the PATH; npm test does not`);
  }
  const ended = once(child, 'exit');
  // A process that has ended closes its input. The answer that does not come tells about it.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async answer(calculator, names, points) {
      const rows = points.map((point) => names.map((name) => point[name] ?? null));
      child.stdin.write(`${JSON.stringify({ calculator, names, rows })}\n`);
      const line = await lines.next();
      if (line.done) {
        const [code, signal] = await ended;
        throw new PythonEnded(`${command} ended with ${signal ?? `code ${code}`}`);
      }
      const reply: { error?: string; answers: Reference[] } = JSON.parse(line.value);
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply.answers;
    },
    end: () => child.stdin.end(),
  };
}
