const openPowerlifting = {
  citation: 'OpenPowerlifting. Coefficients of powerlifting points, opl-data, crates/coefficients',
};

/** Formulas for powerlifting points. */
export const powerliftingEquations = {
  dots: {
    formula:
      'points = 500 · total / (a·w⁴ + b·w³ + c·w² + d·w + e), w = weight [kg], held to 40–210 kg (men) or 40–150 kg (women)',
    sources: [{ citation: 'Konertz T. DOTS. Bundesverband Deutscher Kraftdreikämpfer (BVDK), 2019' }, openPowerlifting],
  },
  wilks: {
    formula:
      'points = 500 · total / (a + b·w + c·w² + d·w³ + e·w⁴ + f·w⁵), w = weight [kg], held to 40–201.9 kg (men) or 26.51–154.53 kg (women)',
    sources: [{ citation: 'Wilks R. Wilks formula. Powerlifting Australia, 1994, revised 1998' }, openPowerlifting],
  },
  wilks_2: {
    formula:
      'points = 600 · total / (a + b·w + c·w² + d·w³ + e·w⁴ + f·w⁵), w = weight [kg], held to 40–200.95 kg (men) or 40–150.95 kg (women)',
    sources: [{ citation: 'Wilks R. Wilks-2 formula. Powerlifting Australia, 2020' }, openPowerlifting],
    synonyms: ['wilks2', 'wilks_2020'],
  },
  ipf_gl: {
    formula: 'points = 100 · total / (A − B·e^(−C·weight [kg])); A, B, C by sex, equipment and event',
    sources: [{ citation: 'International Powerlifting Federation. IPF GL formula, 2020' }, openPowerlifting],
    synonyms: ['gl', 'ipf_gl_points', 'goodlift'],
  },
};

export type PowerliftingFormula = keyof typeof powerliftingEquations;
type Gender = 'male' | 'female';

/** Points for a total are scale · total / P(weight), with the weight clamped to the valid range of P. */
interface Polynomial {
  readonly scale: number;
  /** Coefficients in ascending powers of the weight. */
  readonly coefficients: readonly number[];
  readonly heldFrom: number;
  readonly heldTo: number;
}

export type PolynomialFormula = Exclude<PowerliftingFormula, 'ipf_gl'>;

export const POLYNOMIALS: Readonly<Record<PolynomialFormula, Readonly<Record<Gender, Polynomial>>>> = {
  dots: {
    male: {
      scale: 500,
      coefficients: [-307.75076, 24.0900756, -0.1918759221, 7.391293e-4, -1.093e-6],
      heldFrom: 40,
      heldTo: 210,
    },
    female: {
      scale: 500,
      coefficients: [-57.96288, 13.6175032, -0.1126655495, 5.158568e-4, -1.0706e-6],
      heldFrom: 40,
      heldTo: 150,
    },
  },
  wilks: {
    male: {
      scale: 500,
      coefficients: [-216.0475144, 16.2606339, -0.002388645, -0.00113732, 7.01863e-6, -1.291e-8],
      heldFrom: 40,
      heldTo: 201.9,
    },
    female: {
      scale: 500,
      coefficients: [594.31747775582, -27.23842536447, 0.82112226871, -0.00930733913, 4.731582e-5, -9.054e-8],
      heldFrom: 26.51,
      heldTo: 154.53,
    },
  },
  wilks_2: {
    male: {
      scale: 600,
      coefficients: [
        47.46178854, 8.472061379, 0.07369410346, -0.001395833811, 7.07665973070743e-6, -1.20804336482315e-8,
      ],
      heldFrom: 40,
      heldTo: 200.95,
    },
    female: {
      scale: 600,
      coefficients: [
        -125.4255398, 13.71219419, -0.03307250631, -0.001050400051, 9.38773881462799e-6, -2.3334613884954e-8,
      ],
      heldFrom: 40,
      heldTo: 150.95,
    },
  },
};

/** Points for lifting 1 kg at a weight, by one of the polynomials. */
export function pointsPerKilogram({ scale, coefficients, heldFrom, heldTo }: Polynomial, weight: number): number {
  const held = Math.min(Math.max(weight, heldFrom), heldTo);
  return scale / coefficients.reduceRight((sum, coefficient) => sum * held + coefficient, 0);
}

/** A, B and C of the IPF GL formula. */
type Goodlift = readonly [a: number, b: number, c: number];

export const EQUIPMENT = ['classic', 'equipped'] as const;
export const EVENTS = ['sbd', 'bench'] as const;

const GOODLIFT: Readonly<
  Record<Gender, Record<(typeof EQUIPMENT)[number], Readonly<Record<(typeof EVENTS)[number], Goodlift>>>>
> = {
  male: {
    classic: { sbd: [1199.72839, 1025.18162, 0.00921], bench: [320.98041, 281.40258, 0.01008] },
    equipped: { sbd: [1236.25115, 1449.21864, 0.01644], bench: [381.22073, 733.79378, 0.02398] },
  },
  female: {
    classic: { sbd: [610.32796, 1045.59282, 0.03048], bench: [142.40398, 442.52671, 0.04724] },
    equipped: { sbd: [758.63878, 949.31382, 0.02435], bench: [221.82209, 357.00377, 0.02937] },
  },
};

/** IPF GL points for lifting 1 kg at a weight from 35 kg on; below it the formula is not defined. */
export function goodliftPerKilogram(
  gender: Gender,
  equipment: (typeof EQUIPMENT)[number],
  event: (typeof EVENTS)[number],
  weight: number,
): number {
  const [a, b, c] = GOODLIFT[gender][equipment][event];
  return 100 / (a - b * Math.exp(-c * weight));
}
