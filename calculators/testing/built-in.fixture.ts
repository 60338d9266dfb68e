import { acuteCalculators } from '../acute/index.ts';
import { bodyCalculators } from '../body/index.ts';
import { cardiacCalculators } from '../cardiac/index.ts';
import { energyCalculators } from '../energy/index.ts';
import { growthCalculators } from '../growth/index.ts';
import { heartCalculators } from '../heart/index.ts';
import { kidneyCalculators } from '../kidney/index.ts';
import type { Calculator } from '../kit/index.ts';
import { labCalculators } from '../lab/index.ts';
import { lifestyleCalculators } from '../lifestyle/index.ts';
import { liverCalculators } from '../liver/index.ts';
import { metabolicCalculators } from '../metabolic/index.ts';
import { pregnancyCalculators } from '../pregnancy/index.ts';
import { trainingCalculators } from '../training/index.ts';

/** Every calculator of this repository. */
export const builtIn: readonly Calculator[] = [
  ...acuteCalculators,
  ...bodyCalculators,
  ...cardiacCalculators,
  ...energyCalculators,
  ...growthCalculators,
  ...heartCalculators,
  ...kidneyCalculators,
  ...labCalculators,
  ...lifestyleCalculators,
  ...liverCalculators,
  ...metabolicCalculators,
  ...pregnancyCalculators,
  ...trainingCalculators,
];
