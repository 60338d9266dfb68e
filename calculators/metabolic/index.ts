import { calculatorsIn } from '../kit/index.ts';
import { metabolic } from './family.ts';

/** Every calculator of metabolic risk. */
export const metabolicCalculators = await calculatorsIn(import.meta.url, metabolic);
