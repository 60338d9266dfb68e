import { basalMetabolicRateCalculator } from '../../../calculators/energy/basal-metabolic-rate.ts';
import { calorieTarget } from '../../../calculators/energy/calorie-target.ts';
import { estimatedEnergyRequirement } from '../../../calculators/energy/estimated-energy-requirement.ts';
import { tdee as v1Tdee } from '../../../calculators/energy/tdee.ts';
import { round } from '../../../calculators/kit/index.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { choice, choiceOrFirst } from '../parameters.ts';
import { energyText } from '../texts.ts';
import { activityLevel, age, gender, heightCm, methodOf, titled, weightKg } from '../words.ts';

/** Basal metabolic rate. */
export const bmr = classicEndpoint({
  path: 'bmr',
  post: 'bmr/post',
  title: 'Basal metabolic rate',
  parameters: {
    weight: weightKg(),
    height: heightCm(),
    age: age(),
    gender: gender(),
    equation: choiceOrFirst('Equation', ['mifflin', 'harris']),
  },
  successor: {
    path: 'basal-metabolic-rate',
    parameters: { weight: 'weight', height: 'height', age: 'age', gender: 'gender', equation: 'method' },
    fields: { bmr: 'bmr' },
  },
  example: { weight: 68, height: 167, age: 34, gender: 'female' },
  answer({ equation, ...person }) {
    const { bmr } = calculated(basalMetabolicRateCalculator, { ...person, method: methodOf(equation) });
    return { bmr: energyText(bmr) };
  },
});

/** Daily caloric needs. */
export const dcn = classicEndpoint({
  path: 'dcn',
  title: 'Daily caloric needs',
  parameters: {
    age: age(),
    weight: weightKg(),
    height: heightCm(),
    gender: gender(),
    activity_level: activityLevel(),
    goal: choice('Goal', ['weight_loss', 'maintenance', 'weight_gain']),
    equation: choiceOrFirst('Equation', ['harris', 'mifflin']),
  },
  successor: {
    path: 'calorie-target',
    parameters: {
      age: 'age',
      weight: 'weight',
      height: 'height',
      gender: 'gender',
      activity_level: 'activity_level',
      goal: 'goal',
      equation: 'method',
    },
    fields: {
      'caloric_needs.calories': 'calorie_target',
      'caloric_needs.equation': null,
      'caloric_needs.goal': 'profile.goal',
    },
    notes: ['Without `method` v1 uses Mifflin-St Jeor; send `method=harris` for the classic default.'],
  },
  example: { age: 34, weight: 82, height: 178, gender: 'male', activity_level: 'sedentary', goal: 'weight_loss' },
  answer({ equation, ...person }) {
    const { calorie_target } = calculated(calorieTarget, { ...person, method: methodOf(equation) });
    return { caloric_needs: { calories: energyText(calorie_target), equation, goal: person.goal } };
  },
});

const echoed = (person: {
  readonly gender: string;
  readonly age: number;
  readonly weight: number;
  readonly height: number;
  readonly activity_level: string;
}) => ({
  Gender: titled(person.gender),
  Age: person.age,
  Weight: person.weight,
  Height: person.height,
  'Activity Level': titled(person.activity_level),
});
const echoedFields = {
  Gender: 'profile.gender',
  Age: 'profile.age',
  Weight: 'profile.weight_kg',
  Height: 'profile.height_cm',
};

/** The reference intakes' word for each multiplier; they have four levels. */
const PHYSICAL_ACTIVITY = {
  sedentary: 'inactive',
  lightly_active: 'low_active',
  moderately_active: 'active',
  very_active: 'highly_active',
  extra_active: 'highly_active',
} as const;

/** Estimated energy requirement. */
export const eer = classicEndpoint({
  path: 'eer',
  post: 'eer/post',
  title: 'Estimated energy requirement',
  parameters: { gender: gender(), age: age(), height: heightCm(), weight: weightKg(), activity_level: activityLevel() },
  successor: {
    path: 'estimated-energy-requirement',
    parameters: {
      gender: 'gender',
      age: 'age',
      height: 'height',
      weight: 'weight',
      activity_level: 'activity_level',
    },
    fields: { EER: 'eer', ...echoedFields, 'Activity Level': 'profile.activity_level' },
    notes: [
      'Send `method=iom_2005` for the same equation; without it v1 uses that of 2023.',
      'v1 names the levels inactive, low_active, active and highly_active, and takes the classic words too.',
    ],
  },
  example: { gender: 'male', age: 40, height: 180, weight: 80, activity_level: 'lightly_active' },
  answer({ activity_level, ...person }) {
    const level = PHYSICAL_ACTIVITY[activity_level];
    const { eer } = calculated(estimatedEnergyRequirement, { ...person, activity_level: level, method: 'iom_2005' });
    return { EER: round(eer, 2), ...echoed({ ...person, activity_level }) };
  },
});

/** Total daily energy expenditure. */
export const tdee = classicEndpoint({
  path: 'tdee',
  post: 'tdee/post',
  title: 'Total daily energy expenditure',
  parameters: {
    gender: gender(),
    age: age(),
    height: heightCm(),
    weight: weightKg(),
    activity_level: activityLevel(),
    equation: choiceOrFirst('Equation', ['mifflin', 'harris']),
  },
  successor: {
    path: 'tdee',
    parameters: {
      gender: 'gender',
      age: 'age',
      height: 'height',
      weight: 'weight',
      activity_level: 'activity_level',
      equation: 'method',
    },
    fields: { TDEE: 'tdee', BMR: 'bmr', ...echoedFields, 'Activity Level': 'profile.activity_level' },
  },
  example: { gender: 'male', age: 34, height: 178, weight: 82, activity_level: 'moderately_active' },
  answer({ equation, ...person }) {
    const { tdee, bmr } = calculated(v1Tdee, { ...person, method: methodOf(equation) });
    return { TDEE: round(tdee, 2), BMR: round(bmr, 2), ...echoed(person) };
  },
});
