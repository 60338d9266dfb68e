import type { Explanation } from './explanation.ts';
import type { Picture } from './pictures/picture.ts';
import type { Words } from './words.ts';

type Members = Readonly<Record<string, unknown>>;

/** One calculation as a picture sees it: metric and unrounded. */
export interface Pictured<Input = Members, Results = Members> {
  readonly input: Input;
  readonly results: Results;
  readonly explanation: Explanation;
  readonly words: Words;
  /** The words of a choice among the inputs. */
  options(input: string): readonly string[];
  /** The results with some inputs changed; `null` where the calculator refuses them. */
  at(changes: Members): Members | null;
}

/** Turns a calculation into a picture; `null` if these inputs have none. */
export type PictureMaker<Input = Members, Results = Members> = (
  calculation: Pictured<Input, Results>,
) => Picture | null;

/** A member that is a finite number; `null` for any other. */
export function numberIn(members: Members | null, name: string): number | null {
  const value = members?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
