import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  stroke_risk_score: { min: 0, max: 9 },
  has_bled_score: { min: 0, max: 9 },
  qtc_ms: { min: 180, max: 900 },
  duke_score: { min: -60, max: 30 },
  cardiac_output_l_per_min: { min: 0.3, max: 45 },
  cardiac_index_l_per_min_per_m2: { min: 0.3, max: 20 },
  stroke_volume_ml: { min: 1, max: 300 },
});
