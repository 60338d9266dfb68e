import type { Calculator } from '../kit/index.ts';
import { ankleBrachialIndex } from './ankle-brachial-index.ts';
import { bloodPressureCategory } from './blood-pressure-category.ts';
import { heartRateRecovery } from './heart-rate-recovery.ts';
import { heartRateZones } from './heart-rate-zones.ts';
import { maxHeartRate } from './max-heart-rate.ts';
import { meanArterialPressure } from './mean-arterial-pressure.ts';
import { ratePressureProduct } from './rate-pressure-product.ts';
import { shockIndex } from './shock-index.ts';
import { targetHeartRate } from './target-heart-rate.ts';

/** Every calculator of heart rate and blood pressure. */
export const heartCalculators: readonly Calculator[] = [
  maxHeartRate,
  heartRateZones,
  targetHeartRate,
  heartRateRecovery,
  meanArterialPressure,
  ratePressureProduct,
  bloodPressureCategory,
  ankleBrachialIndex,
  shockIndex,
];
