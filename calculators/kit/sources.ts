/** A citation. */
export interface Source {
  /** Authors, title or report, journal, year, volume and page, in the order of the field. */
  readonly citation: string;
  /** Digital object identifier without a resolver; left out if it is not certain. */
  readonly doi?: string;
}

/** An equation that a calculator may use, with its sources. */
export interface Equation {
  /** Readable mathematics, in the units of the paper. */
  readonly formula: string;
  readonly sources: readonly Source[];
  /** Other names for it, used by customers of comparable services. */
  readonly synonyms?: readonly string[];
  /**
   * `YYYY` or `YYYY-MM-DD`: when it was published, or the first day of the period that it is meant for; for a
   * convention without a publication, the year since which it is offered. Without it, the year of its first source.
   */
  readonly date?: string;
}

/** The equations of a calculator by key; the first is the default. */
export type Equations<Key extends string = string> = Readonly<Record<Key, Equation>>;
