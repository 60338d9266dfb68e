import { calculatorsIn } from '../kit/index.ts';
import { acute } from './family.ts';

/** Every score of acute medicine. */
export const acuteCalculators = await calculatorsIn(import.meta.url, acute);
