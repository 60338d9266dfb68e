import { type InputProblem, inputProblem } from './input-problems.ts';
import { nearest } from './nearest.ts';
import { shownName } from './shown-name.ts';

/** Mistakes that one answer tells; beyond them it says that there are more. */
export const MOST_MISTAKES = 20;

/** Unknown names of one request that a similar name is searched for: the search costs more than all other checks. */
export const MOST_SEARCHES = 5;

/**
 * Collects what is wrong with one input. It keeps one mistake more than an answer tells, so that the answer can say that
 * there are more; callers stop adding once it is full.
 */
export class InputProblemList {
  readonly problems: InputProblem[] = [];
  #searches = 0;

  /** Nothing that is added from now on would be told. */
  get full(): boolean {
    return this.problems.length > MOST_MISTAKES;
  }

  add(...problems: readonly InputProblem[]): void {
    for (const problem of problems) if (!this.full) this.problems.push(problem);
  }

  /**
   * Adds a name that is not known here, with the most similar one of `known` for the first few.
   *
   * @param prefix where the name stands, such as `requests.3.`
   */
  addUnknown(name: string, known: Iterable<string>, prefix = ''): void {
    this.#searches += 1;
    const [near] = this.#searches > MOST_SEARCHES ? [] : nearest(name, known);
    const field = prefix + shownName(name);
    this.add(
      near === undefined ? inputProblem(field, 'unknown') : inputProblem(field, 'unknown_nearest', { nearest: near }),
    );
  }
}
