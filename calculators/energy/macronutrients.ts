import { z } from 'zod';
import { classify, defineCalculator, field, method, OutsideValidity, parts, result, round } from '../kit/index.ts';
import { energyOfADay } from './daily-energy.ts';
import { energy } from './family.ts';
import { KCAL_PER_G } from './food-energy.ts';
import { type Macronutrient, shareClasses } from './macronutrient-ranges.ts';
import { atwater, iom2005 } from './sources.ts';

const GRAMS = 'g = kcal·share / 4 (carbohydrate), 9 (fat), 4 (protein)';

const equations = {
  balanced: {
    formula: `carbohydrate 50 %, fat 30 %, protein 20 % of the energy; ${GRAMS}`,
    sources: [iom2005, atwater],
  },
  ketogenic: {
    formula: `carbohydrate 5 %, fat 75 %, protein 20 % of the energy, a convention; ${GRAMS}`,
    sources: [
      {
        citation:
          'Paoli A, Rubini A, Volek JS, Grimaldi KA. Beyond weight loss: a review of the therapeutic uses of very-low-carbohydrate (ketogenic) diets. Eur J Clin Nutr 2013;67:789-796',
        doi: '10.1038/ejcn.2013.116',
      },
      iom2005,
      atwater,
    ],
    synonyms: ['keto'],
  },
  custom: { formula: `shares as given, together 100 %; ${GRAMS}`, sources: [iom2005, atwater] },
};

type Shares = Readonly<Record<Macronutrient, number>>;

const SHARES: Readonly<Record<'balanced' | 'ketogenic', Shares>> = {
  balanced: { carbohydrate: 50, fat: 30, protein: 20 },
  ketogenic: { carbohydrate: 5, fat: 75, protein: 20 },
};

const share = () => field.percentage({ min: 0, max: 100 }).optional();

const input = z.object({
  energy: energyOfADay(),
  carbohydrate_share: share(),
  fat_share: share(),
  protein_share: share(),
  // Given shares need no method, so no default is documented.
  method: method(equations).unwrap().optional(),
});
type Input = z.output<typeof input>;

/** Grams of carbohydrate, fat and protein in an amount of energy. */
export const macronutrients = defineCalculator({
  name: 'macronutrients',
  family: energy,
  since: 'classic',
  aliases: ['mnd'],
  input,
  output: z.object({
    carbohydrate_g: result.rounded(2),
    fat_g: result.rounded(2),
    protein_g: result.rounded(2),
    carbohydrate_percent: result.percent(),
    fat_percent: result.percent(),
    protein_percent: result.percent(),
    carbohydrate_range: result.classOf(shareClasses.carbohydrate),
    fat_range: result.withLabelsOf('carbohydrate_range', result.classOf(shareClasses.fat)),
    protein_range: result.withLabelsOf('carbohydrate_range', result.classOf(shareClasses.protein)),
  }),
  profile: ['energy', 'carbohydrate_share', 'fat_share', 'protein_share'],
  equations,
  picture: parts('carbohydrate_g', 'fat_g', 'protein_g'),
  examples: [
    {
      input: { energy: 2000 },
      output: { carbohydrate_g: 250, fat_g: 66.67, protein_g: 100, carbohydrate_range: 'within', fat_range: 'within' },
      origin: 'By hand: 2000 · 0.5 / 4 = 250; 2000 · 0.3 / 9 = 66.667; 2000 · 0.2 / 4 = 100',
    },
    {
      input: { energy: 1800, method: 'ketogenic' },
      output: { carbohydrate_g: 22.5, fat_g: 150, protein_g: 90, carbohydrate_range: 'below', fat_range: 'above' },
      origin: 'By hand: 1800 · 0.05 / 4 = 22.5; 1800 · 0.75 / 9 = 150; 1800 · 0.2 / 4 = 90',
    },
    {
      input: { energy: 2400, carbohydrate_share: 45, fat_share: 35, protein_share: 20 },
      output: { carbohydrate_g: 270, fat_g: 93.33, protein_g: 120, carbohydrate_range: 'within', fat_range: 'within' },
      origin:
        'By hand: 2400 · 0.45 / 4 = 270, 45 % is where the range begins; 2400 · 0.35 / 9 = 93.333, 35 % still within',
    },
    {
      input: { energy: 3000, carbohydrate_share: 66, protein_share: 14 },
      output: { carbohydrate_g: 495, fat_g: 66.67, protein_g: 105, fat_percent: 20, carbohydrate_range: 'above' },
      origin: 'By hand: the rest is 20 % fat: 3000 · 0.2 / 9 = 66.667; 3000 · 0.66 / 4 = 495',
    },
  ],
  calculate(meal) {
    const { carbohydrate, fat, protein } = sharesOf(meal);
    const grams = (percent: number, kcalPerG: number) => (meal.energy * percent) / 100 / kcalPerG;
    return {
      carbohydrate_g: grams(carbohydrate, KCAL_PER_G.carbohydrate),
      fat_g: grams(fat, KCAL_PER_G.fat),
      protein_g: grams(protein, KCAL_PER_G.protein),
      carbohydrate_percent: carbohydrate,
      fat_percent: fat,
      protein_percent: protein,
      carbohydrate_range: classify(carbohydrate, shareClasses.carbohydrate),
      fat_range: classify(fat, shareClasses.fat),
      protein_range: classify(protein, shareClasses.protein),
    };
  },
  explain: (meal) => ({ equation: chosen(meal), notes: ['macronutrients.ranges'] }),
});

const givenShares = ({ carbohydrate_share, fat_share, protein_share }: Input) =>
  [carbohydrate_share, fat_share, protein_share].filter((percent) => percent !== undefined);

const chosen = (meal: Input) => meal.method ?? (givenShares(meal).length > 0 ? 'custom' : 'balanced');

/** The shares of a method, or the given ones. With two of them the third one is the rest. */
function sharesOf(meal: Input): Shares {
  const { carbohydrate_share, fat_share, protein_share } = meal;
  const given = givenShares(meal);
  const method = chosen(meal);
  if (method !== 'custom') {
    if (given.length > 0) throw new OutsideValidity('method', 'macronutrients.shares_of_custom');
    return SHARES[method];
  }
  const sum = given.reduce((total, percent) => total + percent, 0);
  const rest = round(100 - sum, 10);
  if (given.length < 2 || rest < 0 || (given.length === 3 && rest !== 0)) {
    throw new OutsideValidity('carbohydrate_share', 'macronutrients.sum');
  }
  return { carbohydrate: carbohydrate_share ?? rest, fat: fat_share ?? rest, protein: protein_share ?? rest };
}
