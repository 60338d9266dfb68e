import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  egfr: { min: 0.1, max: 500 },
  uacr_mg_per_g: { min: 0, max: 30_000 },
  uacr_mg_per_mmol: { min: 0, max: 3400 },
  creatinine_clearance_ml_per_min: { min: 0.1, max: 1500 },
  fractional_urea_excretion_percent: { min: 0, max: 150 },
});
