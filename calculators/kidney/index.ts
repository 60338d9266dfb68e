import { calculatorsIn } from '../kit/index.ts';
import { kidney } from './family.ts';

/** Every calculator of kidney function. */
export const kidneyCalculators = await calculatorsIn(import.meta.url, kidney);
