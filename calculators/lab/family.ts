import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** What follows from laboratory values: lipids, glucose, electrolytes. */
export const lab: Family = defineFamily('lab', new URL('./messages/', import.meta.url), { clinical: true, plausible });
