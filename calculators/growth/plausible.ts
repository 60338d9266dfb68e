import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  // Adults with primordial dwarfism stand 17 standard deviations below the mean; the heaviest infants lie 15 above it.
  z_score: { min: -20, max: 25 },
  percent_of_95th_percentile: { min: 5, max: 700 },
  mid_parental_height_cm: { min: 90, max: 260 },
  range_cm: { min: 80, max: 270 },
  maturity_offset_years: { min: -15, max: 15 },
  peak_height_velocity_age_years: { min: 7, max: 19 },
  chronological_age_days: { min: 0, max: 110_000 },
  corrected_age_days: { min: -130, max: 110_000 },
  corrected_age_weeks: { min: -19, max: 16_000 },
  corrected_age_months: { min: -5, max: 3700 },
  weight_kg: { min: 0.5, max: 100 },
  apgar_score: { min: 0, max: 10 },
});
