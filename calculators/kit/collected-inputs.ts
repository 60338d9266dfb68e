import type { FieldReader } from './field-reader.ts';
import { InputProblemList } from './input-problem-list.ts';
import { inputProblem } from './input-problems.ts';

/**
 * The values for one calculation, collected one name at a time, together with every mistake found so far. The
 * collecting code can add its own mistakes, so that one answer lists all of them in order.
 */
export class CollectedInputs {
  /** Values by the input's own name, as they were given. */
  readonly values: Record<string, unknown> = {};
  readonly mistakes = new InputProblemList();
  readonly #fields: ReadonlyMap<string, FieldReader>;

  /** @param fields the inputs by every name that they can be given by */
  constructor(fields: ReadonlyMap<string, FieldReader>) {
    this.#fields = fields;
  }

  /** Every name that an input can be given by, aliases included. */
  get names(): string[] {
    return [...this.#fields.keys()];
  }

  /** Whether an input has this name or alias. */
  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /**
   * Takes the value of one input. A second value for the same input, also under an alias, is a mistake.
   *
   * @returns false if no input has this name; the value is then not taken
   */
  take(name: string, value: unknown): boolean {
    const field = this.#fields.get(name);
    if (!field) return false;
    if (Object.hasOwn(this.values, field.name)) this.mistakes.add(inputProblem(name, 'repeated'));
    else this.values[field.name] = value;
    return true;
  }

  /** Takes every member of an object. An unknown name is a mistake. */
  takeAll(values: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(values)) {
      if (this.mistakes.full) return;
      if (!this.take(name, values[name])) this.mistakes.addUnknown(name, this.names);
    }
  }
}
