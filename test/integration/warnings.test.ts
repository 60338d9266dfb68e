import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { postMcp, toolCall } from '../support/mcp-client.ts';

type Input = Readonly<Record<string, string | number | boolean>>;

interface Body {
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

const ANKLES = { right_ankle: 170, right_arm: 120 };
const CHILD = { gender: 'male', age: 6, height_percentile: 50, systolic: 107, diastolic: 67 };
const DIET = { age: 30, gender: 'female', weight: 80, height: 165, activity_level: 'very_active' };
const LIVER = { ast: 30, alt: 36, platelets: 200 };
const LIPIDS = { total_cholesterol: 160, hdl_cholesterol: 60, method: 'friedewald' };
const PRETERM = { birth_date: '2024-01-01', gestational_weeks: 32 };
const OUTPUT = { haemoglobin: 10, arterial_saturation: 100, venous_saturation: 75 };
const QT = { qt: 430, gender: 'male' };
const RACE = { distance: 10_000, target_distance: 21_097.5 };
const STEADY = { respiratory_rate: 16, oxygen_saturation: 97, supplemental_oxygen: false, consciousness: 'alert' };
const SWEAT = { weight_before: 60, duration: 240, fluid_intake: 3 };
const VITALS = { ...STEADY, systolic: 120, heart_rate: 70, temperature: 37 };

/** Of each code: a calculator, an input that raises it, and one that does not; `null` if every answer has it. */
const CASES: Readonly<Record<string, readonly [calculator: string, raises: Input, quiet: Input | null]>> = {
  // 73 kg is the ideal weight of a man of 177.8 cm.
  'adjusted-body-weight.near_ideal': [
    'adjusted-body-weight',
    { gender: 'male', weight: 73, height: 177.8 },
    { gender: 'male', weight: 100, height: 177.8 },
  ],
  // 170 / 120 = 1.42 is above 1.40, 125 / 120 = 1.04 is not.
  'ankle-brachial-index.one_stiff_leg': [
    'ankle-brachial-index',
    { ...ANKLES, left_ankle: 125 },
    { ...ANKLES, right_ankle: 125, left_ankle: 125 },
  ],
  below_minimum_intake: [
    'calorie-target',
    { ...DIET, weight: 45, height: 150, activity_level: 'sedentary', goal: 'weight_loss' },
    { ...DIET, goal: 'maintenance' },
  ],
  'blood-alcohol.not_for_driving': [
    'blood-alcohol',
    { gender: 'male', weight: 80, height: 180, age: 35, alcohol: 40, hours: 2 },
    null,
  ],
  'blood-pressure-category.crisis': [
    'blood-pressure-category',
    { systolic: 181, diastolic: 90 },
    { systolic: 180, diastolic: 120 },
  ],
  'body-surface-area.infants': [
    'body-surface-area',
    { weight: 4, height: 54, method: 'du_bois' },
    { weight: 4, height: 54, method: 'haycock' },
  ],
  'cardiac-output.assumed': [
    'cardiac-output',
    { ...OUTPUT, body_surface_area: 1.8, method: 'assumed' },
    { ...OUTPUT, oxygen_consumption: 250 },
  ],
  'child-blood-pressure.stage_2': ['child-blood-pressure', { ...CHILD, systolic: 123 }, CHILD],
  'child-weight-estimate.emergency': ['child-weight-estimate', { age_months: 48 }, null],
  'corrected-age.over_two': ['corrected-age', { ...PRETERM, date: '2026-06-01' }, { ...PRETERM, date: '2025-06-01' }],
  'critical-power.times': [
    'critical-power',
    { power_1: 500, time_1: 60, power_2: 300, time_2: 720 },
    { power_1: 400, time_1: 180, power_2: 300, time_2: 720 },
  ],
  'egfr.growing': [
    'egfr',
    { gender: 'female', age: 8, height: 120, creatinine: 0.826, method: 'schwartz' },
    { gender: 'female', age: 50, creatinine: 0.7 },
  ],
  'exercise-oxygen-cost.slow_running': [
    'exercise-oxygen-cost',
    { weight: 70, speed: 7.8, method: 'running' },
    { weight: 70, speed: 8.2, method: 'running' },
  ],
  // Tanaka studied people of 18 to 81 years.
  extrapolated: ['max-heart-rate', { age: 95 }, { age: 50 }],
  'fertile-window.not_contraception': ['fertile-window', { last_period: '2026-06-01', cycle: 30 }, null],
  'fib-4.young': ['fib-4', { ...LIVER, age: 34 }, { ...LIVER, age: 35 }],
  implausible: [
    'weight-for-age',
    { gender: 'female', birth_date: '2024-01-01', date: '2025-02-04', weight: 22 },
    { gender: 'female', birth_date: '2024-01-01', date: '2025-02-04', weight: 9 },
  ],
  // Friedewald: 160 − 60 − 200 / 5 = 60; with 100 mg/dL of triglycerides 80.
  'ldl-cholesterol.low': ['ldl-cholesterol', { ...LIPIDS, triglycerides: 200 }, { ...LIPIDS, triglycerides: 100 }],
  'nafld-fibrosis-score.young': [
    'nafld-fibrosis-score',
    { ...LIVER, age: 34, bmi: 31, diabetes: false, albumin: 4.2 },
    { ...LIVER, age: 35, bmi: 31, diabetes: false, albumin: 4.2 },
  ],
  // 3 + 1 + 3 points are 7; one breath a minute less leaves 6.
  'news2.emergency': [
    'news2',
    { ...VITALS, respiratory_rate: 25, oxygen_saturation: 94, systolic: 90 },
    { ...VITALS, respiratory_rate: 24, oxygen_saturation: 94, systolic: 90 },
  ],
  'one-rep-max.many_repetitions': ['one-rep-max', { load: 85, repetitions: 11 }, { load: 85, repetitions: 10 }],
  'opioid-equivalence.fentanyl': ['opioid-equivalence', { fentanyl_transdermal: 12 }, { hydrocodone: 20 }],
  // Oxycodone counts 1.5 times: 34 mg are 51 MME, 33 mg are 49.5.
  'opioid-equivalence.from_50': ['opioid-equivalence', { oxycodone: 34 }, { oxycodone: 33 }],
  'opioid-equivalence.methadone': ['opioid-equivalence', { methadone: 5 }, { hydrocodone: 20 }],
  'opioid-equivalence.no_conversion': ['opioid-equivalence', { hydrocodone: 20 }, null],
  'powerlifting-points.held': [
    'powerlifting-points',
    { gender: 'male', weight: 215, total: 900 },
    { gender: 'male', weight: 83, total: 700 },
  ],
  'qtc.bazett_rate': ['qtc', { ...QT, heart_rate: 91, method: 'bazett' }, { ...QT, heart_rate: 90, method: 'bazett' }],
  // Hodges: 430 + 1.75 · 44 = 507; with 60 beats 430.
  'qtc.torsades': ['qtc', { ...QT, heart_rate: 104, method: 'hodges' }, { ...QT, heart_rate: 60, method: 'hodges' }],
  'race-time.beyond_riegel': ['race-time', { ...RACE, time: '3:50:01' }, { ...RACE, time: '48:30' }],
  'sweat-rate.drank_too_much': ['sweat-rate', { ...SWEAT, weight_after: 60.4 }, { ...SWEAT, weight_after: 59.5 }],
  // 1500 kcal a day are 1.4 kg a week at 7700 kcal/kg, more than 1 % of 60 kg; 100 kcal are 0.1 kg.
  too_fast: [
    'weight-change-plan',
    { weight: 60, height: 165, energy_change: -1500, days: 30 },
    { weight: 60, height: 165, energy_change: -100, days: 30 },
  ],
  // 500 kcal at 24 kcal/kg are 21 kg in the end: a BMI of 16.7 from 75 kg, of 22.9 from 95 kg.
  'weight-change-plan.stop_in_time': [
    'weight-change-plan',
    { weight: 75, height: 180, energy_change: -500, days: 30 },
    { weight: 95, height: 180, energy_change: -500, days: 30 },
  ],
};

const page = readFileSync(new URL('../../docs/warnings.md', import.meta.url), 'utf8');

it('docs/warnings.md has the codes of these cases', () => {
  const listed = [...page.matchAll(/^\| `([a-z0-9_.-]+)` \|/gm)].map(([, code]) => code);
  expect(Object.keys(CASES).toSorted()).toEqual(listed);
});

describe('a warning', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ CLINICAL: 'on' });
  });
  afterAll(() => gateway.stop());

  /** The answer to one calculation through each door that returns it as JSON. */
  async function throughEveryDoor(calculator: string, input: Input): Promise<Readonly<Record<string, Body>>> {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    const one = gateway.get(`/api/v1/${calculator}?${query}`);
    const full = gateway.get(`/api/v1/${calculator}?${query}&detail=full`);
    const posted = gateway.post(`/api/v1/${calculator}`, input);
    const batch = gateway.post('/api/v1/batch', { requests: [{ calculator, input }] });
    const tool = postMcp(gateway, { Authorization: `Bearer ${gateway.key}` }, toolCall(calculator, input));
    const { results } = (await (await batch).json()) as { results: { result: Body }[] };
    const { result } = (await tool).body as { result: { structuredContent: Body } };
    return {
      get: (await (await one).json()) as Body,
      full: (await (await full).json()) as Body,
      post: (await (await posted).json()) as Body,
      batch: results[0]?.result ?? {},
      mcp: result.structuredContent,
    };
  }

  it.each(Object.entries(CASES))('%s is in every answer that needs it, and in no other', async (code, one) => {
    const [calculator, raises, quiet] = one;
    for (const [door, answer] of Object.entries(await throughEveryDoor(calculator, raises))) {
      const found = answer.warnings?.filter((warning) => warning.code === code);
      expect(found, `${door} ${JSON.stringify(answer)}`).toEqual([{ code, message: expect.stringMatching(/\S/) }]);
    }
    if (quiet === null) return;
    for (const [door, answer] of Object.entries(await throughEveryDoor(calculator, quiet))) {
      expect(answer, door).toHaveProperty('profile');
      expect(answer.warnings?.map((warning) => warning.code) ?? [], door).not.toContain(code);
      if (answer.warnings) expect(answer.warnings.length, door).toBeGreaterThan(0);
    }
  });

  it.each(['acc_aha_2017', 'esc_2024', 'esh_2023', 'all'])(
    'of a crisis does not depend on the guideline: %s',
    async (method) => {
      const path = `/api/v1/blood-pressure-category?systolic=200&diastolic=125&method=${method}`;
      const { warnings } = (await (await gateway.get(path)).json()) as Body;
      expect(warnings?.map(({ code }) => code)).toEqual(['blood-pressure-category.crisis']);
    },
  );

  it('of one equation alone names it where method=all has the results of another on top', async () => {
    const path = '/api/v1/qtc?qt=360&heart_rate=100&gender=male&method=all';
    const { warnings } = (await (await gateway.get(path)).json()) as Body;
    expect(warnings).toEqual([
      {
        code: 'qtc.bazett_rate',
        message:
          'Concerns: Equation of Bazett (1920). Bazett corrects too much above 90 and too little below 60 beats a minute; fridericia holds better there.',
      },
    ]);
  });
});
