import type { Source } from '../kit/index.ts';

export const watson1980: Source = {
  citation:
    'Watson PE, Watson ID, Batt RD. Total body water volumes for adult males and females estimated from simple anthropometric measurements. Am J Clin Nutr 1980;33:27-39',
  doi: '10.1093/ajcn/33.1.27',
};

/** Youngest age in Watson's sample. */
export const WATSON_FROM_AGE = 17;

interface Size {
  readonly weight: number;
  readonly height: number;
}

/** Total body water in L of adults, from weight in kg, height in cm and, for men, age in years. */
export const watsonWater = {
  // 0.09516: a widely copied misprint has 0.09145.
  male: ({ weight, height, age }: Size & { readonly age: number }): number =>
    2.447 - 0.09516 * age + 0.1074 * height + 0.3362 * weight,
  female: ({ weight, height }: Size): number => -2.097 + 0.1069 * height + 0.2466 * weight,
};
