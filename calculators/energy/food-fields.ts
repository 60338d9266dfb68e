import { field } from '../kit/index.ts';

/** A mass of food or of something in it, in g whatever the units. */
export const grams = (max: number) => field.quantity({ min: 0, max }, 'g', 'g');

/** Conditions in which a woman needs more water and bears less caffeine. */
export const condition = () => field.choice(['pregnant', 'lactating'], { labels: 'condition' }).optional();
