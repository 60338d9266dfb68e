import type { Calculator } from '../kit/index.ts';
import { bishopScore } from './bishop-score.ts';
import { conceptionDate } from './conception-date.ts';
import { crownRumpLength } from './crown-rump-length.ts';
import { dueDate } from './due-date.ts';
import { fertileWindow } from './fertile-window.ts';
import { fetalWeight } from './fetal-weight.ts';
import { gestationalAge } from './gestational-age.ts';
import { gestationalWeightGain } from './gestational-weight-gain.ts';
import { lactationEnergy } from './lactation-energy.ts';

/** The calculators of this family, as they are listed. */
export const pregnancyCalculators: readonly Calculator[] = [
  dueDate,
  gestationalAge,
  crownRumpLength,
  fertileWindow,
  conceptionDate,
  gestationalWeightGain,
  fetalWeight,
  bishopScore,
  lactationEnergy,
];
