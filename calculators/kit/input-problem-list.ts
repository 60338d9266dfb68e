import { type InputProblem, inputProblem } from './input-problems.ts';
import { nearest } from './nearest.ts';
import { shownName } from './shown-name.ts';

/** Most mistakes that one answer lists; if there are more, it says so. */
export const MOST_MISTAKES = 20;

/** Most unknown names of one request that get a suggestion: the search costs more than all other checks. */
export const MOST_SEARCHES = 5;

/**
 * Collects the mistakes in one input. It keeps one mistake more than an answer lists, so that the answer can say that
 * there are more. Callers stop adding once it is full.
 */
export class InputProblemList {
  readonly problems: InputProblem[] = [];
  #searches = 0;

  /** Further mistakes would not be listed. */
  get full(): boolean {
    return this.problems.length > MOST_MISTAKES;
  }

  add(...problems: readonly InputProblem[]): void {
    for (const problem of problems) if (!this.full) this.problems.push(problem);
  }

  /**
   * Adds an unknown name, the first few with the most similar known name.
   *
   * @param prefix path before the name, such as `requests.3.`
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
