import { calculatorsIn } from '../kit/index.ts';
import { body } from './family.ts';

/** Every calculator of body size and composition. */
export const bodyCalculators = await calculatorsIn(import.meta.url, body);
