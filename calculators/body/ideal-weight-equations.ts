import { implausible, round } from '../kit/index.ts';
import { CM_PER_IN } from '../kit/units.ts';

const history = {
  citation: 'Pai MP, Paloucek FP. The origin of the "ideal" body weight equations. Ann Pharmacother 2000;34:1066-1069',
  doi: '10.1345/aph.19381',
};

/** Ideal body weight: kg at 5 feet and kg for each inch above, with x = height/2.54 cm − 60. */
export const idealWeightEquations = {
  devine: {
    formula: 'men 50 + 2.3·x kg, women 45.5 + 2.3·x kg; x = height [cm] / 2.54 − 60',
    sources: [{ citation: 'Devine BJ. Gentamicin therapy. Drug Intell Clin Pharm 1974;8:650-655' }, history],
  },
  robinson: {
    formula: 'men 52 + 1.9·x kg, women 49 + 1.7·x kg; x = height [cm] / 2.54 − 60',
    sources: [
      {
        citation:
          'Robinson JD, Lupkiewicz SM, Palenik L, Lopez LM, Ariet M. Determination of ideal body weight for drug dosage calculations. Am J Hosp Pharm 1983;40:1016-1019',
      },
      history,
    ],
  },
  miller: {
    formula: 'men 56.2 + 1.41·x kg, women 53.1 + 1.36·x kg; x = height [cm] / 2.54 − 60',
    sources: [
      {
        citation:
          'Miller DR, Carlson JD, Loyd BJ, Day BJ. Determining ideal body weight. Am J Hosp Pharm 1983;40:1622-1625',
      },
      history,
    ],
  },
  hamwi: {
    formula: 'men 48 + 2.7·x kg, women 45.5 + 2.2·x kg; x = height [cm] / 2.54 − 60; small frame −10 %, large +10 %',
    sources: [
      {
        citation:
          'Hamwi GJ. Therapy: changing dietary concepts. In: Danowski TS (ed). Diabetes Mellitus: Diagnosis and Treatment. American Diabetes Association, New York 1964:73-78',
      },
      history,
    ],
  },
};

export type IdealWeightEquation = keyof typeof idealWeightEquations;

interface Line {
  readonly at5Feet: number;
  readonly perInch: number;
}

const LINES: Readonly<Record<IdealWeightEquation, Readonly<Record<'male' | 'female', Line>>>> = {
  devine: { male: { at5Feet: 50, perInch: 2.3 }, female: { at5Feet: 45.5, perInch: 2.3 } },
  robinson: { male: { at5Feet: 52, perInch: 1.9 }, female: { at5Feet: 49, perInch: 1.7 } },
  miller: { male: { at5Feet: 56.2, perInch: 1.41 }, female: { at5Feet: 53.1, perInch: 1.36 } },
  hamwi: { male: { at5Feet: 48, perInch: 2.7 }, female: { at5Feet: 45.5, perInch: 2.2 } },
};

/** 5 feet, where the lines begin; below it they are an extrapolation without validation. */
export const FIVE_FEET_CM = 60 * CM_PER_IN;

/** Ideal body weight in kg of a person of a height in cm. */
export function idealWeight(equation: IdealWeightEquation, gender: 'male' | 'female', height: number): number {
  const { at5Feet, perInch } = LINES[equation][gender];
  return at5Feet + perInch * (height / CM_PER_IN - 60);
}

/** BMI of an ideal weight: at a lower one a person starves, and at a higher one is obese. */
const IDEAL_BMI = { min: 15, max: 30 };

/**
 * Returns an ideal weight in kg unchanged. The lines fall faster than a body shrinks: at 120 cm Devine gives women 16 kg.
 *
 * @throws ImplausibleResult if a person of that height cannot live well at the weight
 */
export function idealAt(height: number, weight: number): number {
  const area = (height / 100) ** 2;
  const bounds = { min: round(IDEAL_BMI.min * area, 1), max: round(IDEAL_BMI.max * area, 1) };
  if (weight < bounds.min || weight > bounds.max) {
    throw implausible({ name: 'ideal_body_weight_kg', unit: 'kg', value: weight, bounds }, ['height']);
  }
  return weight;
}
