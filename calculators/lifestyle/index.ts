import { calculatorsIn } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Every calculator of sleep, alcohol, smoking, sweat, weather and air. */
export const lifestyleCalculators = await calculatorsIn(import.meta.url, lifestyle);
