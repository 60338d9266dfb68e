import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Strength, running, endurance tests, load, cycling and swimming. */
export const training: Family = defineFamily('training', new URL('./messages/', import.meta.url), { plausible });
