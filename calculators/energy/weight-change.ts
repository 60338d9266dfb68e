import { STATIC_KCAL_PER_KG } from './minimum-intake.ts';

/** Change of intake in kcal/day that in the end changes the weight by 1 kg: about 100 kJ (Hall 2011). */
const HALL_KCAL_PER_KG = 24;

/** Half of the change is reached in about one year (Hall 2011). */
const HALF_TIME_DAYS = 365;

/** How weight follows a lasting change of intake. Each of the three quantities follows from the other two. */
interface WeightChangeModel {
  /** Change of weight in kg after some days of an intake changed by some kcal/day. */
  weightChange(energyChange: number, days: number): number;
  /** Change of intake in kcal/day that changes the weight by some kg within some days. */
  energyChange(weightChange: number, days: number): number;
  /** Days until the weight has changed by some kg. Infinite or NaN if it never does. */
  days(weightChange: number, energyChange: number): number;
}

const reached = (days: number) => 1 - 2 ** (-days / HALF_TIME_DAYS);

/** Change of weight in kg that a lasting change of intake in kcal/day leads to in the end (Hall 2011). */
export const eventualChange = (energyChange: number): number => energyChange / HALL_KCAL_PER_KG;

export const WEIGHT_CHANGE_MODELS: Readonly<Record<'hall' | 'static', WeightChangeModel>> = {
  hall: {
    weightChange: (energyChange, days) => eventualChange(energyChange) * reached(days),
    energyChange: (weightChange, days) => (HALL_KCAL_PER_KG * weightChange) / reached(days),
    days: (weightChange, energyChange) => -HALF_TIME_DAYS * Math.log2(1 - weightChange / eventualChange(energyChange)),
  },
  static: {
    weightChange: (energyChange, days) => (energyChange * days) / STATIC_KCAL_PER_KG,
    energyChange: (weightChange, days) => (STATIC_KCAL_PER_KG * weightChange) / days,
    days: (weightChange, energyChange) => (STATIC_KCAL_PER_KG * weightChange) / energyChange,
  },
};
