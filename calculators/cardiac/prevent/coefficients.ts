/** How far ahead the risk is estimated. */
export type Horizon = 'ten_years' | 'thirty_years';
export type Sex = 'male' | 'female';

/** A model as it is printed: a line for each term, a column for each outcome. */
export type Coefficients = Readonly<Record<Horizon, Readonly<Record<Sex, string>>>>;
