import { bmi as v1 } from '../../../calculators/body/bmi.ts';
import { toMetric, type UnitSystem } from '../../../calculators/kit/index.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { bmiText, heightText, weightText } from '../texts.ts';
import { heightCm, heightIn, units, weightKg, weightLb } from '../words.ts';

/** The older service's word for each class of v1. */
const STATUS: Readonly<Record<string, string>> = {
  severe_thinness: 'Underweight',
  moderate_thinness: 'Underweight',
  mild_thinness: 'Underweight',
  normal: 'Normal weight',
  overweight: 'Overweight',
  obesity_class_1: 'Obese',
  obesity_class_2: 'Obese',
  obesity_class_3: 'Obese',
};

function answer(weight: number, height: number, given: UnitSystem, shown: UnitSystem) {
  const { bmi, category } = calculated(v1, { weight, height }, { units: given });
  return {
    bmi: bmiText(bmi),
    height: heightText(height, shown),
    weight: weightText(weight, shown),
    weight_status: STATUS[category] ?? category,
  };
}

const fields = {
  bmi: 'bmi',
  height: 'profile.height_cm',
  weight: 'profile.weight_kg',
  weight_status: 'category_label',
};

/** Body mass index from kg and cm. */
export const bmi = classicEndpoint({
  path: 'bmi',
  title: 'Body mass index',
  parameters: { height: heightCm(), weight: weightKg(), units: units('Units of the texts in the answer') },
  successor: { path: 'bmi', parameters: { height: 'height', weight: 'weight', units: 'units' }, fields },
  example: { height: 160, weight: 80 },
  answer: ({ height, weight, units }) => answer(weight, height, 'metric', units),
});

/** Body mass index from lb and in. */
export const bmiImperial = classicEndpoint({
  path: 'bmi/imperial',
  title: 'Body mass index, from pounds and inches',
  parameters: { weight: weightLb(), height: heightIn() },
  successor: {
    path: 'bmi',
    parameters: { weight: 'weight', height: 'height' },
    fields,
    notes: ['Send `units=imperial`: v1 then takes lb and in.'],
  },
  example: { weight: 180, height: 70 },
  answer: ({ weight, height }) => answer(toMetric('mass', weight), toMetric('length', height), 'imperial', 'imperial'),
});
