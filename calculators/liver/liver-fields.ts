import { field } from '../kit/index.ts';

/** International normalized ratio of the prothrombin time. */
export const inr = () => field.quantity({ min: 0.5, max: 15 });

/** Aminotransferases in U/L. */
export const aminotransferase = () => field.quantity({ min: 1, max: 20_000 }, 'U/L', 'u_per_l');

/** Platelets, 10⁹ per litre, which is 10³ per microlitre. */
export const platelets = () => field.quantity({ min: 2, max: 2_000 }, '10⁹/L');
