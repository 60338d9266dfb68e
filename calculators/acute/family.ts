import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Scores of acute medicine: thrombosis, infection, consciousness, deterioration. */
export const acute: Family = defineFamily('acute', new URL('./messages/', import.meta.url), {
  clinical: true,
  plausible,
});
