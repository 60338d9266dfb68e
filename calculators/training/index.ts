import { calculatorsIn } from '../kit/index.ts';
import { training } from './family.ts';

/** Every calculator of training and performance. */
export const trainingCalculators = await calculatorsIn(import.meta.url, training);
