import { field } from '../kit/index.ts';

/** A mass of food or of a nutrient, in g in every unit system. */
export const grams = (max: number) => field.quantity({ min: 0, max }, 'g', 'g');

/** Conditions in which a woman needs more water and tolerates less caffeine. */
export const condition = () => field.choice(['pregnant', 'lactating'], { labels: 'condition' }).optional();
