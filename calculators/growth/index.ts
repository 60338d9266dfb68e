import type { Calculator } from '../kit/index.ts';
import { apgarScore } from './apgar-score.ts';
import { armCircumferenceForAge } from './arm-circumference-for-age.ts';
import { bmiForAge } from './bmi-for-age.ts';
import { childWeightEstimate } from './child-weight-estimate.ts';
import { correctedAge } from './corrected-age.ts';
import { headCircumferenceForAge } from './head-circumference-for-age.ts';
import { heightForAge } from './height-for-age.ts';
import { maturityOffset } from './maturity-offset.ts';
import { midParentalHeight } from './mid-parental-height.ts';
import { skinfoldForAge } from './skinfold-for-age.ts';
import { weightForAge } from './weight-for-age.ts';
import { weightForHeight } from './weight-for-height.ts';

/** The calculators of this family, as they are listed. */
export const growthCalculators: readonly Calculator[] = [
  bmiForAge,
  heightForAge,
  weightForAge,
  weightForHeight,
  headCircumferenceForAge,
  armCircumferenceForAge,
  skinfoldForAge,
  midParentalHeight,
  maturityOffset,
  correctedAge,
  childWeightEstimate,
  apgarScore,
];
