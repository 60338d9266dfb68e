import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kitMessages, plausibleBounds, result, type UnitSystem } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';

it.each(builtIn.map((calculator) => [calculator.name, calculator] as const))(
  'every number in the answer of %s has plausible bounds',
  (_, { output, family }) => {
    expect(unbounded(output, [])).toEqual([]);

    function unbounded(schema: z.ZodType, path: readonly string[]): string[] {
      const core = result.unwrapOutput(schema);
      if (core instanceof z.ZodObject) {
        return Object.entries(core.shape).flatMap(([name, member]) => unbounded(member as z.ZodType, [...path, name]));
      }
      if (core instanceof z.ZodArray) return unbounded(core.element as z.ZodType, path);
      if (!(core instanceof z.ZodNumber)) return [];
      const { min = Number.NaN, max = Number.NaN } = plausibleBounds(core, path, family.plausible) ?? {};
      return Number.isFinite(min) && Number.isFinite(max) && min < max ? [] : [path.join('.')];
    }
  },
);

type Input = Readonly<Record<string, string | number>>;

/** The codes of the problems, with the result and the hint that their texts name. */
function refusal(name: string, input: Input, units: UnitSystem = 'metric') {
  const answer = asked(name, input, units);
  if (!('problems' in answer)) throw new Error(JSON.stringify(answer.body));
  return answer.problems.map(({ field, code, message, values }) =>
    code === 'hint' ? `${field}: ${message}` : `${field}: ${code} ${String(values?.result)}`,
  );
}

function asked(name: string, input: Input, units: UnitSystem = 'metric') {
  const calculator = builtIn.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  const texts = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)]));
  return calculator.answer(texts, { units, texts: true });
}

const man = { gender: 'male', age: 40 };

describe('an impossible answer is refused by name', () => {
  it.each<[string, Input, ...string[]]>([
    // 42.195 km in a minute are 2,531.7 km/h; in an hour they are 42.2 km/h.
    [
      'running-pace',
      { distance: 42_195, time: 60 },
      'distance: implausible speed_kmh',
      'time: input.looks_like_minutes',
    ],
    // 10 m in 48.5 minutes are 0.012 km/h; 10 km are 12.4 km/h.
    [
      'running-pace',
      { distance: 10, time: '48:30' },
      'distance: implausible speed_kmh',
      'distance: input.looks_like_kilometres',
    ],
    [
      'race-time',
      { distance: 42_195, time: 210, target_distance: 5000 },
      'distance: implausible speed_kmh',
      'time: input.looks_like_minutes',
    ],
    ['running-pace', { speed: 60, time: 60 }, 'time: implausible pace_s_per_km'],
    // 180 kg at 70 cm are 367 kg/m²; 180 lb at 70 in are 25.8.
    ['bmi', { weight: 180, height: 70 }, 'weight: implausible bmi', 'units: input.looks_imperial'],
    [
      'basal-metabolic-rate',
      { ...man, weight: 180, height: 70 },
      'weight: implausible bmi',
      'units: input.looks_imperial',
    ],
    ['fat-free-mass-index', { weight: 240, height: 100, body_fat: 20 }, 'weight: implausible bmi'],
    // 650 kg at 40 cm are 4,062 kg/m², and 650 lb at 40 in still 286.
    ['bmi', { weight: 650, height: 40 }, 'weight: implausible bmi'],
    // 20 kg at 250 cm with 35 % fat: 13 kg / 6.25 = 2.08, and 6.3 · (1.80 − 2.50) less.
    ['fat-free-mass-index', { weight: 20, height: 250, body_fat: 35 }, 'weight: implausible ffmi'],
    ['basal-metabolic-rate', { ...man, age: 0, weight: 100, method: 'schofield' }, 'weight: implausible weight'],
    ['basal-metabolic-rate', { ...man, age: 0, weight: 100, height: 180, method: 'all' }, 'weight: implausible weight'],
    // Mifflin-St Jeor: 20 + 250 − 495 − 161 = −386 kcal.
    ['basal-metabolic-rate', { gender: 'female', age: 99, weight: 2, height: 40 }, 'weight: implausible bmr'],
    // Mifflin-St Jeor: 200 + 625 − 500 − 161 = 164 kcal; 70 · 20^0.75 = 662.
    ['tdee', { gender: 'female', age: 100, weight: 20, height: 100, activity_factor: 1.2 }, 'weight: implausible bmr'],
    // 650 · 0.98 = 637 kg without fat.
    [
      'tdee',
      { ...man, weight: 650, height: 185, body_fat: 2, activity_level: 'sedentary' },
      'weight: implausible fat_free_mass_kg',
    ],
    // A waist of 16 % of the height, and one twice the hips.
    ['body-roundness-index', { waist: 40, height: 250 }, 'waist: implausible waist_to_height_ratio'],
    ['waist-to-hip-ratio', { gender: 'female', waist: 200, hip: 100 }, 'waist: implausible waist_to_hip_ratio'],
    // 12 kg and 180 cm are a BMI of 3.7, but no infant is as tall.
    ['basal-metabolic-rate', { ...man, age: 0, weight: 12, height: 180 }, 'height: implausible height'],
    // 25 · 400 / 60 = 166.7 kcal/min.
    ['calories-burned', { met: 25, weight: 400, duration: 10 }, 'weight: implausible energy_kcal_per_min'],
    // Devine: 45.5 + 2.3 · (120 / 2.54 − 60) = 16.2 kg, a BMI of 11.2.
    ['ideal-body-weight', { gender: 'female', height: 120 }, 'height: implausible ideal_body_weight_kg'],
    ['adjusted-body-weight', { gender: 'female', height: 120, weight: 60 }, 'height: implausible ideal_body_weight_kg'],
    [
      'estimated-energy-requirement',
      { gender: 'male', age: 100, weight: 8, height: 75, activity_level: 'highly_active' },
      'age: implausible eer',
    ],
    // 700 − 800 = −100 kcal.
    [
      'weight-change-plan',
      { weight: 90, height: 180, energy_change: -800, days: 30, energy: 700 },
      'weight: implausible energy_kcal',
    ],
    // Boer: 12.21 + 58.74 − 19.2 = 51.75 kg lean in a body of 30 kg.
    ['lean-body-mass', { gender: 'male', weight: 30, height: 220 }, 'weight: implausible body_fat_percent'],
    [
      'total-body-water',
      { gender: 'female', weight: 25, height: 250, method: 'hume_weyers' },
      'weight: implausible share_of_weight_percent',
    ],
    // 1.21 · 4 − 0.008 · 16 − 6.8 = −2.088 %.
    [
      'child-body-fat',
      {
        gender: 'male',
        age: 12,
        triceps_skinfold: 2,
        subscapular_skinfold: 2,
        maturity: 'postpubescent',
        population: 'black',
        method: 'triceps_subscapular',
      },
      'age: implausible body_fat_percent',
    ],
    // 64 − 20 · 4 = −16 %.
    ['relative-fat-mass', { gender: 'male', height: 240, waist: 60 }, 'height: implausible relative_fat_mass_percent'],
    // 60 / 2.4^1.5 − 18 = −1.86 %.
    ['body-adiposity-index', { height: 240, hip: 60 }, 'height: implausible body_adiposity_index_percent'],
    ['body-fat', { gender: 'male', neck: 39, waist: 60, height: 200 }, 'height: implausible body_fat_percent'],
    // Deurenberg: 93.6 + 20.7 − 5.4 = 108.9 %.
    ['body-fat', { gender: 'female', age: 90, bmi: 78 }, 'age: implausible body_fat_percent'],
    // 303.5 + 1359 − 2055 = −392.5 W.
    ['vertical-jump-power', { weight: 30, jump_height: 5 }, 'weight: implausible peak_power_w'],
    // 40 km/h over 10 km; the record is 22.9.
    [
      'race-time',
      { distance: 10_000, time: 900, target_distance: 5000 },
      'distance: implausible speed_kmh',
      'time: input.looks_like_minutes',
    ],
    // A walk of 1.8 km/h has no VDOT of a runner.
    [
      'race-time',
      { distance: 10_000, time: 20_000, target_distance: 5000, method: 'daniels_gilbert' },
      'distance: implausible vdot',
    ],
    // Riegel: 43.03 · 105.4875^1.06 = 6003 s, a marathon in 1:40:03.
    ['race-time', { distance: 400, time: 43.03, target_distance: 42_195 }, 'distance: implausible speed_kmh'],
    // 30 km/h over 5 km; the record is 23.8.
    ['vdot', { distance: 5000, time: 600 }, 'distance: implausible speed_kmh'],
    ['vdot', { distance: 5000, time: 7200 }, 'distance: implausible vdot'],
    [
      'one-and-a-half-mile-run',
      { time: 2300, gender: 'female', weight: 120, method: 'george' },
      'time: implausible vo2max_ml_per_kg_min',
    ],
    [
      'rockport-walk',
      { gender: 'male', age: 69, weight: 180, time: 1500, heart_rate: 190 },
      'age: implausible vo2max_ml_per_kg_min',
    ],
    [
      'one-mile-jog',
      { gender: 'female', weight: 240, time: 1400, heart_rate: 180 },
      'weight: implausible vo2max_ml_per_kg_min',
      'units: input.looks_imperial',
    ],
    // 15.3 · 220 / 26 = 129.5 mL/kg/min.
    [
      'heart-rate-ratio',
      { max_heart_rate: 220, resting_heart_rate: 26 },
      'max_heart_rate: implausible vo2max_ml_per_kg_min',
    ],
    [
      'astrand-cycle',
      { gender: 'male', age: 20, weight: 40, power: 400, heart_rate: 120 },
      'age: implausible vo2max_ml_per_kg_min',
    ],
    [
      'predicted-vo2max',
      { gender: 'female', age: 79, weight: 240 },
      'age: implausible predicted_vo2max_ml_per_kg_min',
      'units: input.looks_imperial',
    ],
    [
      'six-minute-walk',
      { gender: 'male', age: 80, weight: 200, height: 150 },
      'age: implausible lower_limit_of_normal_m',
    ],
    // 200 m in 50 s: 4 m/s.
    ['critical-swim-speed', { short_time: 200, long_time: 250 }, 'short_time: implausible critical_swim_speed_m_per_s'],
  ])('%s with %j', (name, input, ...refused) => {
    expect(refusal(name, input)).toEqual(refused);
  });

  it('pounds that are kilograms get the opposite hint', () => {
    // 20 lb at 180 in are 0.4 kg/m²; 20 kg at 180 cm are 6.2, as in the leanest survivors.
    expect(refusal('bmi', { weight: 20, height: 100 }, 'imperial')).toEqual([
      'weight: implausible bmi',
      'units: input.looks_metric',
    ]);
  });

  it('the text names the result with its bounds, and the inputs', () => {
    const answer = asked('bmi', { weight: 180, height: 70 });
    const texts =
      'problems' in answer && answer.problems.map(({ message, values }) => kitMessages.text('de', message, values));
    expect(texts).toEqual([
      'bmi beträgt mit diesen Eingaben 367.347\u00a0kg/m², möglich sind nur Werte von 3\u00a0kg/m² bis 210\u00a0kg/m². Bitte prüfen: weight, height.',
      'Die Zahlen sehen nach Pfund und Zoll aus: Senden Sie units=imperial.',
    ]);
  });
});

describe('extremes of living people are answered', () => {
  it.each<[string, string, Input]>([
    ['the heaviest man', 'bmi', { weight: 635, height: 185 }],
    ['the highest BMI', 'bmi', { weight: 610, height: 173 }],
    ['the lightest adult', 'bmi', { weight: 2.13, height: 67 }],
    ['the shortest man', 'bmi', { weight: 14.5, height: 54.6 }],
    ['the tallest man', 'bmi', { weight: 199, height: 272 }],
    ['the smallest infants', 'ponderal-index', { weight: 0.3, height: 27, method: 'newborn' }],
    ['an infant of ten months', 'basal-metabolic-rate', { ...man, age: 0, weight: 28, method: 'schofield' }],
    [
      'the metabolic rate of the heaviest man',
      'tdee',
      { ...man, weight: 635, height: 185, activity_level: 'extra_active' },
    ],
    ['a starving man', 'tdee', { gender: 'male', age: 20, weight: 32, height: 175, activity_level: 'sedentary' }],
    ['a runner of 180 kg', 'calories-burned', { activity: 'running', weight: 180, duration: 60 }],
    ['the lightest newborns', 'weight-for-age', { gender: 'female', age_months: 0, weight: 0.5 }],
    ['the shortest man at 19 years', 'height-for-age', { gender: 'male', age_months: 228, height: 54.6 }],
    ['the tallest boy at 5 years', 'height-for-age', { gender: 'male', age_months: 60, height: 163 }],
    ['the fastest sprint', 'running-pace', { distance: 100, time: 9.58 }],
    ['a slow walk', 'running-pace', { distance: 1000, time: '1:00:00' }],
    ['the highest oxygen uptake', 'predicted-vo2max', { ...man, weight: 70, vo2max: 97.5 }],
    ['the strongest man', 'one-rep-max', { load: 501, repetitions: 1 }],
    ['a day of the Tour de France', 'calories-burned', { met: 16, weight: 70, duration: 360 }],
    ['severe acidosis', 'anion-gap', { sodium: 140, chloride: 80, bicarbonate: 3 }],
    ['extreme calcium', 'corrected-calcium', { calcium: 23.8, albumin: 2 }],
  ])('%s', (_, name, input) => {
    expect(asked(name, input)).toHaveProperty('body');
  });
});
