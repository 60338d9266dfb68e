import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  bmi: { min: 9, max: 120 },
  gestational_age_days: { min: 0, max: 315 },
  weeks: { min: 0, max: 45 },
  days: { min: 0, max: 6 },
  days_to_due_date: { min: -40, max: 280 },
  total_gain_kg: { min: 0, max: 60 },
  weekly_gain_kg: { min: 0, max: 2 },
  gain_by_now_kg: { min: 0, max: 40 },
  fetal_weight_g: { min: 10, max: 11_000 },
  bishop_score: { min: 0, max: 13 },
});
