import { calculatorsIn } from '../kit/index.ts';
import { lab } from './family.ts';

/** Every calculator of laboratory values. */
export const labCalculators = await calculatorsIn(import.meta.url, lab);
