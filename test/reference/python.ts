import { type ChildProcess, spawn } from 'node:child_process';
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

/** Starts `answer.py`. @throws Error if there is no python3 */
export async function startPython(): Promise<Python> {
  const child = spawn('python3', [join(import.meta.dirname, 'answer.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child, 'spawn');
  } catch {
    throw new Error(
      'npm run reference needs python3 (3.9 or newer) on the PATH: no other part of this repository does',
    );
  }
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async answer(calculator, names, points) {
      const rows = points.map((point) => names.map((name) => point[name] ?? null));
      child.stdin.write(`${JSON.stringify({ calculator, names, rows })}\n`);
      const line = await lines.next();
      if (line.done) throw new Error(`python3 ended with ${endOf(child)}`);
      const reply: { error?: string; answers: Reference[] } = JSON.parse(line.value);
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply.answers;
    },
    end: () => child.stdin.end(),
  };
}

const endOf = ({ exitCode, signalCode }: ChildProcess) => signalCode ?? `code ${exitCode}`;
