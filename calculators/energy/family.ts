import { defineFamily, type Family } from '../kit/index.ts';

/** Energy and nutrition. */
export const energy: Family = defineFamily('energy', new URL('./messages/', import.meta.url));
