/** Kilograms in a pound, exact (international yard and pound agreement, 1959). */
export const KG_PER_LB = 0.45359237;

/** Centimetres in an inch, exact (international yard and pound agreement, 1959). */
export const CM_PER_IN = 2.54;

/** Metres in a yard, exact (international yard and pound agreement, 1959). */
export const M_PER_YD = 0.9144;

/** Metres in a mile, exact: 63 360 inches (international yard and pound agreement, 1959). */
export const M_PER_MI = 1609.344;

/** Kilometres in a mile, exact. */
export const KM_PER_MI = 1.609344;

/** Degrees Fahrenheit in a step of one degree Celsius, exact. */
const DEGREES_F_PER_C = 1.8;

/** 0 °C on the Fahrenheit scale. */
const F_AT_FREEZING = 32;

/** The unit systems that a caller can choose. Calculators always see SI. */
export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** Quantities whose unit differs between the systems. */
export type Dimension = 'mass' | 'length' | 'distance' | 'speed' | 'pace' | 'temperature';

interface DimensionUnits {
  /** Units as they are printed. */
  readonly metric: string;
  readonly imperial: string;
  /** Metric units in one imperial unit. */
  readonly factor: number;
  /** The imperial value at metric zero, if it is not zero. */
  readonly offset?: number;
  /** Endings of the names of results in the metric unit, and of the imperial twins beside them. */
  readonly endings?: { readonly metric: string; readonly imperial: string };
  /** Decimals of imperial twins, if they are not those of the metric result. */
  readonly decimals?: number;
}

export const DIMENSIONS: Readonly<Record<Dimension, DimensionUnits>> = {
  mass: { metric: 'kg', imperial: 'lb', factor: KG_PER_LB, endings: { metric: '_kg', imperial: '_lb' } },
  length: { metric: 'cm', imperial: 'in', factor: CM_PER_IN, endings: { metric: '_cm', imperial: '_in' } },
  // Four decimals of a mile are 16 cm; a marathon is 26.2188 miles.
  distance: { metric: 'm', imperial: 'mi', factor: M_PER_MI, endings: { metric: '_m', imperial: '_mi' }, decimals: 4 },
  speed: { metric: 'km/h', imperial: 'mph', factor: KM_PER_MI, endings: { metric: '_kmh', imperial: '_mph' } },
  // Results always give the pace for a kilometre and for a mile side by side.
  pace: { metric: 's/km', imperial: 's/mi', factor: 1 / KM_PER_MI },
  temperature: {
    metric: '°C',
    imperial: '°F',
    factor: 1 / DEGREES_F_PER_C,
    offset: F_AT_FREEZING,
    endings: { metric: '_c', imperial: '_f' },
  },
};

/** An imperial measure in the metric unit. */
export function toMetric(dimension: Dimension, value: number): number {
  const { factor, offset = 0 } = DIMENSIONS[dimension];
  return (value - offset) * factor;
}

/** A metric measure in the imperial unit. */
export function toImperial(dimension: Dimension, value: number): number {
  const { factor, offset = 0 } = DIMENSIONS[dimension];
  return value / factor + offset;
}

/** The imperial value beside a metric result, in answers to callers who chose imperial units. */
export interface ImperialTwin {
  /** `healthy_weight_lb` beside `healthy_weight_kg`. */
  readonly name: string;
  /** Unit as it is printed. */
  readonly unit: string;
  /** Metric units in one imperial unit. */
  readonly factor: number;
  /** Decimals of the twin, if they are not those of the metric result. */
  readonly decimals?: number;
  /** The value of the twin. */
  readonly of: (metric: number) => number;
}

/** The imperial twin of a result, by the ending of its name; `null` if the unit is the same in both systems. */
export function imperialTwin(name: string): ImperialTwin | null {
  for (const [dimension, { imperial, factor, endings, decimals }] of Object.entries(DIMENSIONS)) {
    // A value per kg has no twin: per lb it would be smaller, but the factor would make it larger.
    if (endings && name.endsWith(endings.metric) && !name.endsWith(`_per${endings.metric}`)) {
      return {
        name: name.slice(0, -endings.metric.length) + endings.imperial,
        unit: imperial,
        factor,
        ...(decimals === undefined ? {} : { decimals }),
        of: (metric) => toImperial(dimension as Dimension, metric),
      };
    }
  }
  return null;
}
