/** A quantity along an axis. */
export interface Axis {
  /** What is measured, in the reader's language. */
  readonly label: string;
  /** Unit as it is printed; empty for a bare number. */
  readonly unit: string;
}

/** One part of a scale: a class or a zone. `null` is an open end. */
export interface Band {
  readonly label: string;
  readonly from: number | null;
  readonly to: number | null;
  /** Whether the value lies in it. */
  readonly chosen?: boolean;
}

/** Classes side by side on one scale, with a marker at the value. */
export interface BandPicture extends Axis {
  readonly kind: 'band';
  readonly value: number;
  readonly bands: readonly Band[];
}

/** Ranges below each other on one scale: zones of heart rate, power or pace. */
export interface ZonesPicture extends Axis {
  readonly kind: 'zones';
  readonly zones: readonly (Band & { readonly from: number; readonly to: number })[];
}

/** Bars from zero: the same quantity by method, by activity or by part. */
export interface BarsPicture extends Axis {
  readonly kind: 'bars';
  readonly bars: readonly { readonly label: string; readonly value: number; readonly chosen?: boolean }[];
}

/** One line of a diagram. */
export interface Curve {
  /** Name at the end of the line; empty for a line alone. */
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Drawn stronger than the others. */
  readonly strong?: boolean;
}

/** Lines over an axis, with a point: growth curves with the child, a concentration over time. */
export interface CurvesPicture {
  readonly kind: 'curves';
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  readonly point: { readonly x: number; readonly y: number };
}

/** Results that no scale shows, such as dates: names and texts. */
export interface ValuesPicture {
  readonly kind: 'values';
  readonly values: readonly { readonly label: string; readonly text: string }[];
}

/** A result as data for a drawing, in one language and one unit system. */
export type Picture = BandPicture | ZonesPicture | BarsPicture | CurvesPicture | ValuesPicture;
