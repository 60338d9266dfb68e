import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Cardiovascular risk, atrial fibrillation, the electrocardiogram, and the blood pressure of children. */
export const cardiac: Family = defineFamily('cardiac', new URL('./messages/', import.meta.url), {
  clinical: true,
  plausible,
});
