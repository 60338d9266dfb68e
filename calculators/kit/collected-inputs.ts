import { InputProblemList } from './input-problem-list.ts';
import { inputProblem } from './input-problems.ts';

/** Stands for the value of an input that has none. */
export const NOT_GIVEN = Symbol('not given');

/** A name that an input can be given by. */
interface NamedPlace {
  readonly name: string;
  readonly place: number;
}

/** The inputs of a calculator, as their values are collected. */
export class InputPlaces {
  /** Names of the inputs. An input has the place of its name here. */
  readonly names: readonly string[];
  /** {@link NOT_GIVEN} for each input. */
  readonly none: readonly unknown[];
  /** By every name that an input can be given by. */
  readonly #byName: ReadonlyMap<string, NamedPlace>;
  /**
   * Those of the last request, in its order. Most requests to a calculator give its inputs in one order, and a name is
   * sooner compared than looked up: V8 first looks for a text of a request among all texts that it knows.
   */
  readonly #last: NamedPlace[] = [];

  /** @param aliases for each input, the other names that it can be given by */
  constructor(names: readonly string[], aliases: readonly (readonly string[])[]) {
    this.names = names;
    this.none = names.map(() => NOT_GIVEN);
    const byName = new Map(names.map((name, place) => [name, { name, place }]));
    for (const [place, others] of aliases.entries()) for (const name of others) byName.set(name, { name, place });
    this.#byName = byName;
  }

  /** Every name that an input can be given by, aliases included. */
  get allNames(): string[] {
    return [...this.#byName.keys()];
  }

  /** The place of the input with this name or alias; `undefined` if there is none. */
  of(name: string): number | undefined {
    return this.#byName.get(name)?.place;
  }

  /**
   * The same for a name in a request.
   *
   * @param turn the number of inputs that the request named before
   */
  inTurn(name: string, turn: number): number | undefined {
    const last = this.#last[turn];
    if (last !== undefined && last.name === name) return last.place;
    const named = this.#byName.get(name);
    if (named !== undefined) this.#last[turn] = named;
    return named?.place;
  }
}

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
  /** Inputs that were named so far. */
  #turn = 0;

  constructor(places: InputPlaces) {
    this.#places = places;
    this.#given = places.none.slice();
  }

  /** Every name that an input can be given by, aliases included. */
  get names(): string[] {
    return this.#places.allNames;
  }

  /** Values by the input's own name, as they were given. */
  get values(): Record<string, unknown> {
    const { names } = this.#places;
    const given = names.map((name, place) => [name, this.#given[place]] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== NOT_GIVEN));
  }

  /** Whether an input has this name or alias. */
  has(name: string): boolean {
    return this.#places.of(name) !== undefined;
  }

  /** The value of the input at a place, as it was given; or {@link NOT_GIVEN}. */
  at(place: number): unknown {
    return this.#given[place];
  }

  /** Whether the input with this name or alias has a value. */
  isGiven(name: string): boolean {
    const place = this.#places.of(name);
    return place !== undefined && this.#given[place] !== NOT_GIVEN;
  }

  /**
   * Takes the value of one input. A second value for the same input, also under an alias, is a mistake.
   *
   * @returns false if no input has this name; the value is then not taken
   */
  take(name: string, value: unknown): boolean {
    const place = this.#places.inTurn(name, this.#turn);
    if (place === undefined) return false;
    this.#turn += 1;
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
