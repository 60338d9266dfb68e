const multipliers: Readonly<Record<string, number>> = {
  sedentary: 1.2,
  lightly_active: 1.375,
  moderately_active: 1.55,
  very_active: 1.725,
  extra_active: 1.9,
};

/** The TDEE answer without any input check: only what a hand-written route computes. */
export function tdee(
  input: Readonly<Record<'weight' | 'height' | 'age' | 'gender' | 'activity_level', string>>,
): object {
  const { gender, activity_level } = input;
  const [weight_kg, height_cm, age] = [Number(input.weight), Number(input.height), Number(input.age)];
  const bmr = 10 * weight_kg + 6.25 * height_cm - 5 * age + (gender === 'male' ? 5 : -161);
  const activity_multiplier = multipliers[activity_level] ?? Number.NaN;
  return {
    tdee: Math.round(bmr * activity_multiplier * 100) / 100,
    bmr: Math.round(bmr * 100) / 100,
    activity_multiplier,
    profile: { age, weight_kg, height_cm, gender, activity_level },
    language: 'en',
    _api_metadata_: { endpoint_name: 'tdee', authenticated: true },
  };
}
