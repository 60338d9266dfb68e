import { calculatorsIn } from '../kit/index.ts';
import { pregnancy } from './family.ts';

/** Every calculator of pregnancy and fertility. */
export const pregnancyCalculators = await calculatorsIn(import.meta.url, pregnancy);
