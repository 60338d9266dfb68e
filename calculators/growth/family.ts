import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Growth of children. */
export const growth: Family = defineFamily('growth', new URL('./messages/', import.meta.url), { plausible });
