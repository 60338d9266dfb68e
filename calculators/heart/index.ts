import { calculatorsIn } from '../kit/index.ts';
import { heart } from './family.ts';

/** Every calculator of heart rate and blood pressure. */
export const heartCalculators = await calculatorsIn(import.meta.url, heart);
