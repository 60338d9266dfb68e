import { calculatorsIn } from '../kit/index.ts';
import { cardiac } from './family.ts';

/** Every calculator of cardiology. */
export const cardiacCalculators = await calculatorsIn(import.meta.url, cardiac);
