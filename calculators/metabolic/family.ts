import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** The risk of metabolic disease. */
export const metabolic: Family = defineFamily('metabolic', new URL('./messages/', import.meta.url), {
  clinical: true,
  plausible,
});
