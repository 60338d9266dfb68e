import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Pregnancy and fertility. */
export const pregnancy: Family = defineFamily('pregnancy', new URL('./messages/', import.meta.url), { plausible });
