import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Body size and composition. */
export const body: Family = defineFamily('body', new URL('./messages/', import.meta.url), { plausible });
