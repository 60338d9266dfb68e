import { WATSON_FROM_AGE, watson1980, watsonWater } from '../body/watson.ts';
import { given, OutsideValidity } from '../kit/index.ts';

export const bloodAlcoholEquations = {
  watson: {
    formula:
      'BAC = 0.8 · alcohol [g] / total body water [L] − 0.15 · hours g/L; body water: men 2.447 − 0.09516·age + 0.1074·height [cm] + 0.3362·weight [kg], women −2.097 + 0.1069·height + 0.2466·weight',
    sources: [
      {
        citation:
          'Watson PE, Watson ID, Batt RD. Prediction of blood alcohol concentrations in human subjects: updating the Widmark equation. J Stud Alcohol 1981;42:547-556',
        doi: '10.15288/jsa.1981.42.547',
      },
      watson1980,
    ],
  },
  widmark: {
    formula: 'BAC = alcohol [g] / (r · weight [kg]) − 0.15 · hours g/kg; r = 0.68 men, 0.55 women',
    sources: [
      {
        citation:
          'Widmark EMP. Die theoretischen Grundlagen und die praktische Verwendbarkeit der gerichtlich-medizinischen Alkoholbestimmung. Urban & Schwarzenberg, Berlin 1932',
      },
    ],
  },
  nhtsa: {
    formula: 'BAC = 0.806 · alcohol [g] / (f · weight [kg]) − 0.17 · hours g/L; f = 0.58 men, 0.49 women',
    sources: [
      {
        citation:
          'National Highway Traffic Safety Administration. Computing a BAC estimate. US Department of Transportation, Washington DC 1994',
      },
    ],
  },
};
export type BloodAlcoholEquation = keyof typeof bloodAlcoholEquations;

/** A person and the alcohol that they drank. */
export interface Drinker {
  readonly gender: 'male' | 'female';
  readonly weight: number;
  readonly height?: number | undefined;
  readonly age?: number | undefined;
  /** Grams of pure alcohol. */
  readonly alcohol: number;
  /** The drinker's own elimination in an hour: g/L, with Widmark's equation g/kg. */
  readonly elimination_rate?: number | undefined;
  /** The drinker's own share of the body that alcohol spreads in, Widmark's r. */
  readonly widmark_factor?: number | undefined;
}

/** Kilograms in a litre of blood: the factor between per mille by mass and grams a litre. */
export const BLOOD_DENSITY = 1.055;

/** The results of an equation, in g/L of blood. */
export interface Concentration {
  /** The concentration with all alcohol absorbed and none eliminated. */
  readonly peak: number;
  /** Elimination in an hour. */
  readonly elimination: number;
  /** Elimination in an hour in slow and in fast people. */
  readonly slowest: number;
  readonly fastest: number;
}

const WIDMARK_FACTOR = { male: 0.68, female: 0.55 };
const WATER_FRACTION = { male: 0.58, female: 0.49 };

/** Share of water in blood: 0.8 in Watson, 0.806 in NHTSA. */
const WATER_IN_BLOOD = { watson: 0.8, nhtsa: 0.806 };

/** Widmark's elimination in an hour; Watson has the same figures for a litre. */
const WIDMARK_ELIMINATION = { elimination: 0.15, slowest: 0.1, fastest: 0.25 };

/** 0.017 g in 100 mL an hour, 0.012 to 0.020. */
const NHTSA_ELIMINATION = { elimination: 0.17, slowest: 0.12, fastest: 0.2 };

/** The elimination of an equation, or the drinker's own, which has no range. */
function eliminationOf({ elimination_rate: own }: Drinker, usual: Omit<Concentration, 'peak'>) {
  return own === undefined ? usual : { elimination: own, slowest: own, fastest: own };
}

/** The concentration in blood by each equation. */
export const CONCENTRATION: Readonly<Record<BloodAlcoholEquation, (drinker: Drinker) => Concentration>> = {
  watson: (drinker) => ({
    peak: (WATER_IN_BLOOD.watson * drinker.alcohol) / bodyWater(drinker),
    ...eliminationOf(drinker, WIDMARK_ELIMINATION),
  }),
  widmark(drinker) {
    const { gender, weight, alcohol, widmark_factor = WIDMARK_FACTOR[gender] } = drinker;
    const { elimination, slowest, fastest } = eliminationOf(drinker, WIDMARK_ELIMINATION);
    return {
      peak: (BLOOD_DENSITY * alcohol) / (widmark_factor * weight),
      elimination: BLOOD_DENSITY * elimination,
      slowest: BLOOD_DENSITY * slowest,
      fastest: BLOOD_DENSITY * fastest,
    };
  },
  nhtsa: (drinker) => ({
    peak: (WATER_IN_BLOOD.nhtsa * drinker.alcohol) / (WATER_FRACTION[drinker.gender] * drinker.weight),
    ...eliminationOf(drinker, NHTSA_ELIMINATION),
  }),
};

function bodyWater(drinker: Drinker): number {
  const { age } = drinker;
  if (age !== undefined && age < WATSON_FROM_AGE) {
    throw new OutsideValidity('age', 'blood-alcohol.adults_only', { min: WATSON_FROM_AGE });
  }
  return drinker.gender === 'male'
    ? watsonWater.male(given(drinker, ['age', 'height'], 'watson'))
    : watsonWater.female(given(drinker, ['height'], 'watson'));
}

/** A drinker's own factor is one of Widmark's equation, which is then the default. */
export const chosenEquation = ({
  method,
  widmark_factor,
}: {
  readonly method?: BloodAlcoholEquation | undefined;
  readonly widmark_factor?: number | undefined;
}): BloodAlcoholEquation => method ?? (widmark_factor === undefined ? 'watson' : 'widmark');
