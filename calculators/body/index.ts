import type { Calculator } from '../kit/index.ts';
import { adjustedBodyWeight } from './adjusted-body-weight.ts';
import { bloodVolume } from './blood-volume.ts';
import { bmi } from './bmi.ts';
import { bodyAdiposityIndex } from './body-adiposity-index.ts';
import { bodyFat } from './body-fat.ts';
import { bodyRoundnessIndex } from './body-roundness-index.ts';
import { bodyShapeIndex } from './body-shape-index.ts';
import { bodySurfaceArea } from './body-surface-area.ts';
import { childBodyFat } from './child-body-fat.ts';
import { conicityIndex } from './conicity-index.ts';
import { fatFreeMassIndex } from './fat-free-mass-index.ts';
import { frameSize } from './frame-size.ts';
import { idealBodyWeight } from './ideal-body-weight.ts';
import { leanBodyMass } from './lean-body-mass.ts';
import { ponderalIndex } from './ponderal-index.ts';
import { relativeFatMass } from './relative-fat-mass.ts';
import { skinfoldBodyFat } from './skinfold-body-fat.ts';
import { totalBodyWater } from './total-body-water.ts';
import { waistToHeightRatio } from './waist-to-height-ratio.ts';
import { waistToHipRatio } from './waist-to-hip-ratio.ts';
import { weightForBmi } from './weight-for-bmi.ts';

/** Every calculator of body size and composition. */
export const bodyCalculators: readonly Calculator[] = [
  bmi,
  weightForBmi,
  bodySurfaceArea,
  idealBodyWeight,
  adjustedBodyWeight,
  leanBodyMass,
  bodyFat,
  skinfoldBodyFat,
  childBodyFat,
  relativeFatMass,
  waistToHeightRatio,
  waistToHipRatio,
  bodyShapeIndex,
  bodyRoundnessIndex,
  bodyAdiposityIndex,
  conicityIndex,
  ponderalIndex,
  fatFreeMassIndex,
  totalBodyWater,
  bloodVolume,
  frameSize,
];
