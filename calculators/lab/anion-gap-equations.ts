import { OutsideValidity } from '../kit/index.ts';
import { ALBUMIN } from './laboratory-inputs.ts';

/** The anions of albumin are missing from the gap if albumin is low: 2.5 mmol/L for each g/dL. */
const PER_ALBUMIN = 2.5;
const NORMAL_ALBUMIN = 4;

/** Gaps that no sample has, mmol/L: one of the three values is wrong. */
const LEAST = -10;
const MOST = 80;

/** Electrolytes in mmol/L, and albumin if it is known. */
export interface Electrolytes {
  readonly sodium: number;
  readonly chloride: number;
  readonly bicarbonate: number;
  readonly albumin?: number | undefined;
  readonly albumin_unit: 'g/dL' | 'g/L';
}

/**
 * The anion gap, and the gap at a normal albumin.
 *
 * @throws OutsideValidity for a gap that no sample has
 */
export function anionGaps(sample: Electrolytes): { gap: number; corrected: number | undefined } {
  const gap = sample.sodium - sample.chloride - sample.bicarbonate;
  if (gap < LEAST || gap > MOST) throw new OutsideValidity('chloride', 'implausible_gap', { min: LEAST, max: MOST });
  if (sample.albumin === undefined) return { gap, corrected: undefined };
  const albumin = ALBUMIN.of(sample.albumin, sample.albumin_unit);
  return { gap, corrected: gap + PER_ALBUMIN * (NORMAL_ALBUMIN - albumin) };
}

/** The correction for albumin. */
export const figge1998 = {
  citation: 'Figge J, Jabor A, Kazda A, Fencl V. Anion gap and hypoalbuminemia. Crit Care Med 1998;26:1807-1810',
  doi: '10.1097/00003246-199811000-00019',
};
