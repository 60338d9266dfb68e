import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Heart rate and blood pressure. */
export const heart: Family = defineFamily('heart', new URL('./messages/', import.meta.url), { plausible });
