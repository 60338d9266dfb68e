/** Kilograms in a pound, exact (international yard and pound agreement, 1959). */
export const KG_PER_LB = 0.45359237;

/** Centimetres in an inch, exact (international yard and pound agreement, 1959). */
export const CM_PER_IN = 2.54;

/** The systems a caller may choose with `units`. Calculators see SI whatever is chosen. */
export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** What is measured, where that changes the unit between the systems. */
export type Dimension = 'mass' | 'length';

interface DimensionUnits {
  /** Unit of the value in the metric system; also the ending of names that carry it. */
  readonly metric: 'kg' | 'cm';
  readonly imperial: 'lb' | 'in';
  /** Metric units in one imperial unit. */
  readonly factor: number;
}

export const DIMENSIONS: Readonly<Record<Dimension, DimensionUnits>> = {
  mass: { metric: 'kg', imperial: 'lb', factor: KG_PER_LB },
  length: { metric: 'cm', imperial: 'in', factor: CM_PER_IN },
};
