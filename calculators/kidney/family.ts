import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Kidney function and the risk of losing it. */
export const kidney: Family = defineFamily('kidney', new URL('./messages/', import.meta.url), {
  clinical: true,
  plausible,
});
