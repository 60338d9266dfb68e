import { z } from 'zod';

/** What a page says of a problem. */
export interface ProblemWords {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** What is wrong with single inputs. */
  readonly mistakes: readonly string[];
}

const computedProblem = z.object({
  type: z.string(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** The words of a calculator's problem; `null` if it has a form of its own, as plugins may give it. */
export function calculatorProblem(body: string): ProblemWords | null {
  const { data } = computedProblem.safeParse(parsed(body));
  if (data === undefined) return null;
  const { type, code, title, detail, errors = [] } = data;
  if (!/^[a-z-]+$/.test(code) || !type.endsWith(`/docs/errors/${code}`)) return null;
  return { code, title, detail, mistakes: errors.map(({ message }) => message) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
