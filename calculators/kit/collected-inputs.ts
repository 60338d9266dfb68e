import { InputProblemList } from './input-problem-list.ts';
import { inputProblem } from './input-problems.ts';

/** The inputs of a calculator, as their values are collected. */
export interface InputPlaces {
  /** Names of the inputs. An input has the place of its name here. */
  readonly names: readonly string[];
  /** The place of each input by every name that it can be given by. */
  readonly byName: ReadonlyMap<string, number>;
  /** {@link NOT_GIVEN} for each input. */
  readonly none: readonly unknown[];
}

/** Stands for the value of an input that has none. */
export const NOT_GIVEN = Symbol('not given');

/**
 * The values for one calculation, collected one name at a time, together with every mistake found so far. The
 * collecting code can add its own mistakes, so that one answer lists all of them in order.
 *
 * Values are kept by place: with an object, V8 looks up each name three times, and a calculation takes a twentieth longer.
 */
export class CollectedInputs {
  readonly mistakes = new InputProblemList();
  readonly #places: InputPlaces;
  readonly #given: unknown[];

  constructor(places: InputPlaces) {
    this.#places = places;
    this.#given = places.none.slice();
  }

  /** Every name that an input can be given by, aliases included. */
  get names(): string[] {
    return [...this.#places.byName.keys()];
  }

  /** Values by the input's own name, as they were given. */
  get values(): Record<string, unknown> {
    const { names } = this.#places;
    const given = names.map((name, place) => [name, this.#given[place]] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== NOT_GIVEN));
  }

  /** Whether an input has this name or alias. */
  has(name: string): boolean {
    return this.#places.byName.has(name);
  }

  /** The value of the input at a place, as it was given; or {@link NOT_GIVEN}. */
  at(place: number): unknown {
    return this.#given[place];
  }

  /** Whether the input with this name or alias has a value. */
  isGiven(name: string): boolean {
    const place = this.#places.byName.get(name);
    return place !== undefined && this.#given[place] !== NOT_GIVEN;
  }

  /**
   * Takes the value of one input. A second value for the same input, also under an alias, is a mistake.
   *
   * @returns false if no input has this name; the value is then not taken
   */
  take(name: string, value: unknown): boolean {
    const place = this.#places.byName.get(name);
    if (place === undefined) return false;
    if (this.#given[place] !== NOT_GIVEN) this.mistakes.add(inputProblem(name, 'repeated'));
    else this.#given[place] = value;
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
