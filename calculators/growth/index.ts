import { calculatorsIn } from '../kit/index.ts';
import { growth } from './family.ts';

/** Every calculator of the growth of children. */
export const growthCalculators = await calculatorsIn(import.meta.url, growth);
