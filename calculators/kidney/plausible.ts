import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  // The equations end at about 250 for the lowest creatinine of an adult, and at 310 for that of a tall child.
  egfr: { min: 0.5, max: 350 },
  uacr_mg_per_g: { min: 0, max: 30_000 },
  uacr_mg_per_mmol: { min: 0, max: 3400 },
  creatinine_clearance_ml_per_min: { min: 0.5, max: 600 },
  fractional_urea_excretion_percent: { min: 0, max: 100 },
});
