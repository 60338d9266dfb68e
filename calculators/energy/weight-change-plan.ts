import { z } from 'zod';
import { quetelet } from '../body/quetelet.ts';
import {
  classify,
  defineCalculator,
  exceeds,
  field,
  type InputProblem,
  InputRefused,
  method,
  OutsideValidity,
  reaches,
  result,
} from '../kit/index.ts';
import { ENERGY_OF_A_DAY } from './daily-energy.ts';
import { energy } from './family.ts';
import { aha2013, FASTEST_LOSS_PERCENT, intakeClasses, UNDERWEIGHT_BMI } from './minimum-intake.ts';
import { eventualChange, WEIGHT_CHANGE_MODELS } from './weight-change.ts';

const equations = {
  hall: {
    formula:
      'weight change [kg] = (energy change [kcal/day] / 24)·(1 − 2^(−days/365)): 1 kg in the end for each 24 kcal/day (100 kJ), half of it in a year',
    sources: [
      {
        citation:
          'Hall KD, Sacks G, Chandramohan D, et al. Quantification of the effect of energy imbalance on bodyweight. Lancet 2011;378:826-837',
        doi: '10.1016/S0140-6736(11)60812-X',
      },
    ],
    synonyms: ['dynamic'],
  },
  static: {
    formula: 'weight change [kg] = energy change [kcal/day]·days / 7700',
    sources: [
      { citation: 'Wishnofsky M. Caloric equivalents of gained or lost weight. Am J Clin Nutr 1958;6:542-546' },
      {
        citation:
          'Thomas DM, Martin CK, Lettieri S, et al. Can a weight loss of one pound a week be achieved with a 3500-kcal deficit? Commentary on a commonly accepted rule. Int J Obes 2013;37:1611-1613',
      },
    ],
  },
};

/** The largest planned change of intake in kcal/day, up or down, and the longest plan in days. */
const MOST = { energy: 2000, days: 3650 };

const input = z.object({
  weight: field.weight({ min: 30, max: 400 }),
  height: field.height({ min: 120, max: 250 }),
  energy_change: field.quantity({ min: -MOST.energy, max: MOST.energy }, 'kcal/day', 'kcal').optional(),
  target_weight: field.weight({ min: 30, max: 400 }).optional(),
  days: field.count({ min: 1, max: MOST.days }, 'days').optional(),
  gender: field.gender().optional(),
  energy: field.quantity({ min: 500, max: 10_000 }, 'kcal/day', 'kcal').optional(),
  method: method(equations),
});

/** The effect of a lasting change of intake on the weight over time, or the change that reaches a target weight. */
export const weightChangePlan = defineCalculator({
  name: 'weight-change-plan',
  family: energy,
  since: 'v1.0.0',
  input,
  output: z.object({
    energy_change_kcal: result.kcal(),
    days: result.rounded(1, { unit: 'days' }),
    weight_change_kg: result.kilograms(),
    final_weight_kg: result.kilograms(),
    final_bmi: result.index({ unit: 'kg/m²' }),
    first_week_percent: result.percent(),
    eventual_weight_change_kg: result.kilograms().optional(),
    energy_kcal: result.kcal(ENERGY_OF_A_DAY).optional(),
    intake: result.classOf(intakeClasses.female, intakeClasses.male).optional(),
  }),
  profile: ['weight', 'height', 'energy_change', 'target_weight', 'days', 'gender', 'energy'],
  equations,
  sources: [aha2013],
  examples: [
    {
      input: { weight: 95, height: 180, energy_change: -500, days: 365 },
      output: {
        weight_change_kg: -10.42,
        final_weight_kg: 84.58,
        final_bmi: 26.11,
        first_week_percent: -0.29,
        eventual_weight_change_kg: -20.83,
      },
      origin:
        'By hand: −500 / 24 = −20.8333, half of it in 365 days; 95 − 10.4167 = 84.5833, / 1.8² = 26.106; first week −20.8333·(1 − 2^(−7/365)) = −0.2751 kg',
    },
    {
      input: { weight: 95, height: 180, energy_change: -500, days: 154, method: 'static' },
      output: { weight_change_kg: -10, final_weight_kg: 85, first_week_percent: -0.48 },
      origin: 'By hand: −500 · 154 / 7700 = −10; first week −500 · 7 / 7700 / 95 = −0.4785 %',
    },
    {
      input: { weight: 90, height: 175, target_weight: 80, energy_change: -480 },
      output: { days: 365, weight_change_kg: -10, eventual_weight_change_kg: -20 },
      origin: 'By hand: −480 / 24 = −20 in the end, −10 is half of it: 365 days',
    },
    {
      input: { weight: 60, height: 175, target_weight: 65, days: 730, gender: 'male', energy: 2400 },
      output: { energy_change_kcal: 160, energy_kcal: 2560, intake: 'sufficient' },
      origin: 'By hand: in two years three quarters: 5 · 24 / 0.75 = 160',
    },
    {
      input: { weight: 70, height: 165, energy_change: -300, days: 365, gender: 'female', energy: 1500 },
      output: { energy_kcal: 1200, intake: 'sufficient', weight_change_kg: -6.25 },
      origin: 'By hand: 1500 − 300 = 1200, the lower limit for women; −300 / 24 / 2 = −6.25',
    },
  ],
  calculate(plan) {
    const { weight, height, gender } = plan;
    const { energyChange, days, weightChange } = complete(plan);
    const finalWeight = weight + weightChange;
    const bmi = quetelet(finalWeight, height);
    if (weightChange < 0 && !reaches(bmi, UNDERWEIGHT_BMI)) {
      throw new OutsideValidity(plan.target_weight === undefined ? 'days' : 'target_weight', 'underweight', {
        min: UNDERWEIGHT_BMI,
      });
    }
    const firstWeek = WEIGHT_CHANGE_MODELS[plan.method].weightChange(energyChange, 7);
    const intake = plan.energy === undefined ? undefined : plan.energy + energyChange;
    return {
      energy_change_kcal: energyChange,
      days,
      weight_change_kg: weightChange,
      final_weight_kg: finalWeight,
      final_bmi: bmi,
      first_week_percent: (100 * firstWeek) / weight,
      ...(plan.method === 'hall' ? { eventual_weight_change_kg: eventualChange(energyChange) } : {}),
      ...(intake === undefined ? {} : { energy_kcal: intake }),
      ...(intake === undefined || gender === undefined ? {} : { intake: classify(intake, intakeClasses[gender]) }),
    };
  },
  explain: ({ weight, height, gender }, plan) => ({
    classes: { intake: intakeClasses[gender ?? 'female'] },
    warnings: [
      ...(plan.intake === 'below_minimum' ? ['below_minimum_intake'] : []),
      ...(exceeds(-plan.first_week_percent, FASTEST_LOSS_PERCENT) ? ['too_fast'] : []),
      ...(endsUnderweight(weight, height, plan.eventual_weight_change_kg) ? ['weight-change-plan.stop_in_time'] : []),
    ],
    notes: ['weight-change-plan.average'],
  }),
});

function endsUnderweight(weight: number, height: number, change = 0): boolean {
  return change < 0 && !reaches(quetelet(weight + change, height), UNDERWEIGHT_BMI);
}

/** Calculates the third of change of intake, target and time from the other two. */
function complete({ weight, energy_change, target_weight, days, method }: z.output<typeof input>) {
  const model = WEIGHT_CHANGE_MODELS[method];
  if (target_weight === undefined) {
    if (energy_change === undefined) throw missing('energy_change');
    if (days === undefined) throw missing('days');
    return { energyChange: energy_change, days, weightChange: model.weightChange(energy_change, days) };
  }
  const weightChange = target_weight - weight;
  if (energy_change === undefined) {
    if (days === undefined) throw missing('days');
    const energyChange = model.energyChange(weightChange, days);
    if (exceeds(Math.abs(energyChange), MOST.energy)) {
      throw new OutsideValidity('days', 'weight-change-plan.too_short', { max: MOST.energy });
    }
    return { energyChange, days, weightChange };
  }
  if (days !== undefined) throw new OutsideValidity('days', 'weight-change-plan.two_of_three');
  const needed = model.days(weightChange, energy_change);
  // NaN or infinite if the change never reaches the target, negative if it leads away from it.
  if (!(needed >= 0 && needed <= MOST.days)) {
    throw new OutsideValidity('target_weight', 'weight-change-plan.never', { days: MOST.days });
  }
  return { energyChange: energy_change, days: needed, weightChange };
}

function missing(field: string): InputRefused {
  const problem: InputProblem = { field, code: 'missing', message: 'weight-change-plan.two_of_three' };
  return new InputRefused([problem]);
}
