import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  meld_score: { min: 6, max: 40 },
  score_unrounded: { min: 0, max: 80 },
  ukeld_score: { min: 0, max: 130 },
  fib_4: { min: 0, max: 2000 },
  apri: { min: 0, max: 3000 },
  nafld_fibrosis_score: { min: -35, max: 35 },
  child_pugh_score: { min: 5, max: 15 },
});
