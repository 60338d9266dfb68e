import { calculatorsIn } from '../kit/index.ts';
import { energy } from './family.ts';

/** Every calculator of energy and nutrition. */
export const energyCalculators = await calculatorsIn(import.meta.url, energy);
