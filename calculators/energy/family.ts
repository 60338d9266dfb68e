import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Energy and nutrition. */
export const energy: Family = defineFamily('energy', new URL('./messages/', import.meta.url), { plausible });
