import { calculatorsIn } from '../kit/index.ts';
import { liver } from './family.ts';

/** Every calculator of liver disease. */
export const liverCalculators = await calculatorsIn(import.meta.url, liver);
