import type { ClassicEndpoint } from './endpoint.ts';
import { asInV1Endpoints } from './endpoints/as-in-v1.ts';
import { bmi, bmiImperial } from './endpoints/bmi.ts';
import { bodyFat, bodyFatImperial, bodyFatNavy } from './endpoints/body-fat.ts';
import { bmr, dcn, eer, tdee } from './endpoints/energy.ts';
import { karvonen, thr } from './endpoints/heart.ts';
import { ajbw, ajbwImperial, ibw } from './endpoints/ideal-weight.ts';
import { cholesterolRatioCalculator, eag, homaIrCalculator } from './endpoints/laboratory.ts';
import { mnd } from './endpoints/macronutrients.ts';
import { absi, bai, bfsi, ffmi } from './endpoints/shape.ts';
import { dwi } from './endpoints/water.ts';

/** Every endpoint of the classic API. */
export const classicEndpoints: readonly ClassicEndpoint[] = [
  bmi,
  bmiImperial,
  bodyFat,
  bodyFatImperial,
  bodyFatNavy,
  bmr,
  dcn,
  dwi,
  thr,
  mnd,
  ibw,
  ffmi,
  absi,
  bai,
  ajbw,
  ajbwImperial,
  bfsi,
  eag,
  eer,
  tdee,
  homaIrCalculator,
  cholesterolRatioCalculator,
  karvonen,
  ...asInV1Endpoints,
];
