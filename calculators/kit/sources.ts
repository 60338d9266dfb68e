/** A citation. */
export interface Source {
  /** Authors, title or report, journal, year, volume and page, in the order of the field. */
  readonly citation: string;
  /** Digital object identifier without a resolver, only where it is certain. */
  readonly doi?: string;
}

/** An equation a calculator may use: what it says and where it comes from. */
export interface Equation {
  /** Readable mathematics, in the units of the paper. */
  readonly formula: string;
  readonly sources: readonly Source[];
  /** Words that customers of comparable services use for it. */
  readonly synonyms?: readonly string[];
}

/** The equations of a calculator by key; the first is the default. */
export type Equations<Key extends string = string> = Readonly<Record<Key, Equation>>;
