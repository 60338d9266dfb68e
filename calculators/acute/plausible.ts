import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  wells_score: { min: -2, max: 12.5 },
  criteria_present: { min: 0, max: 8 },
  centor_score: { min: -1, max: 5 },
  curb_65_score: { min: 0, max: 5 },
  qsofa_score: { min: 0, max: 3 },
  sirs_criteria: { min: 0, max: 4 },
  news2_score: { min: 0, max: 20 },
  points: { min: 0, max: 3 },
  glasgow_coma_scale: { min: 3, max: 15 },
  gcs_pupils: { min: 1, max: 15 },
  morphine_equivalents_mg: { min: 0, max: 10_000 },
});
