import { waterIntake } from '../../../calculators/energy/water-intake.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { choice, choiceOrFirst } from '../parameters.ts';
import { activityLevel, weightKg } from '../words.ts';

/** Position in the range by weight (30 to 35 mL/kg): the lower end for the least active, the upper end for the most. */
const PART_OF_RANGE = {
  sedentary: 0,
  lightly_active: 0.25,
  moderately_active: 0.5,
  very_active: 0.75,
  extra_active: 1,
};

/** Litres added for sweat, by climate. This is a convention, as is the range by weight. */
const CLIMATE_L = { normal: 0, hot: 0.5, cold: 0 };

const L_PER_OUNCE = 0.029_573_529_562_5;

/** Daily water intake by weight in kg. */
export const dwi = classicEndpoint({
  path: 'dwi',
  title: 'Daily water intake',
  parameters: {
    weight: weightKg(),
    activity_level: activityLevel(),
    climate: choice('Climate', ['normal', 'hot', 'cold']),
    unit: choiceOrFirst('Unit of the answer: fluid ounces (US) or litres', ['ounces', 'liters'], { litres: 'liters' }),
  },
  successor: {
    path: 'water-intake',
    parameters: { weight: 'weight', activity_level: null, climate: null, unit: null },
    fields: { water_intake: 'water_l', unit: null },
    notes: [
      'Send `method=by_weight` for the same range: `water_l` is its lower end and `water_max_l` its upper one.',
      'v1 asks for `gender`, and answers in litres.',
      'v1 leaves out activity and climate: no equation for them has been validated.',
    ],
  },
  example: { weight: 64, activity_level: 'sedentary', climate: 'normal', unit: 'liters' },
  answer({ weight, activity_level, climate, unit }) {
    // The range by weight is the same for both sexes; v1 requires a sex because its other methods do.
    const { water_l: least, water_max_l: most = least } = calculated(waterIntake, {
      gender: 'female',
      weight,
      method: 'by_weight',
    });
    const litres = least + PART_OF_RANGE[activity_level] * (most - least) + CLIMATE_L[climate];
    return { water_intake: (unit === 'liters' ? litres : litres / L_PER_OUNCE).toFixed(2), unit };
  },
});
