/** An integer in the smallest unit of a currency (ISO 4217): `{ amount: 2, currency: 'EUR' }` is two cents. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}
