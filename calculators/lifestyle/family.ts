import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Sleep, alcohol, smoking, sweat, weather and air. */
export const lifestyle: Family = defineFamily('lifestyle', new URL('./messages/', import.meta.url), { plausible });
