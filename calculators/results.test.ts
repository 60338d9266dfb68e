import { expect, it } from 'vitest';
import { describeResults, imperialTwin, type ResultDescription, result } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';

/** Every result, also those inside others, with its path. */
const results = builtIn.flatMap((calculator) =>
  [...leaves(describeResults(calculator, 'en'), '')].map(([path, described]) => ({
    of: `${calculator.name} ${path}`,
    ...described,
  })),
);

function* leaves(described: readonly ResultDescription[], above: string): Generator<[string, ResultDescription]> {
  for (const one of described) {
    const path = above === '' ? one.name : `${above}.${one.name}`;
    yield [path, one];
    yield* leaves(one.members ?? [], path);
  }
}

/** Numbers that have no unit: shares, counts, points of scores, and indices that mix units. */
const WITHOUT_UNIT =
  /(^|_)(ratio|score|index|points|factor|coefficient|multiplier|quotient|share|percentile|repetitions|cycles|prime|total|criteria|criteria_present|r_squared|z_score)$|_to_(hdl|due_date)$/;
const ALSO_WITHOUT_UNIT = [
  // A pure number by its definition.
  ...['glasgow_coma_scale', 'gcs_pupils', 'score_unrounded', 'relative_strength', 'training_impulse', 'vdot', 'swolf'],
  ...['homa_ir', 'quicki', 'apri', 'fib_4', 'humidex', 'glycemic_load', 'standard_drinks', 'absi'],
  // Loads in the unit of the caller's own numbers.
  ...['mean_acute_load', 'mean_chronic_load'],
  // Points by part of the score.
  ...[
    'respiratory_rate',
    'oxygen_saturation',
    'supplemental_oxygen',
    'systolic',
    'heart_rate',
    'consciousness',
    'temperature',
  ],
  // In the unit that `unit` beside it names.
  'ponderal_index',
];

it('every number has a unit, or is known to have none', () => {
  const without = results.filter(
    ({ type, name, unit }) =>
      type === 'number' && unit === undefined && !WITHOUT_UNIT.test(name) && !ALSO_WITHOUT_UNIT.includes(name),
  );
  expect(without.map(({ of }) => of)).toEqual([]);
});

it('every number has its decimals', () => {
  expect(results.filter(({ type, decimals }) => type === 'number' && decimals === undefined)).toEqual([]);
});

it('every result says what it is', () => {
  expect(results.filter(({ description }) => description === undefined)).toEqual([]);
});

it('heart rates are whole beats, in every example and by every method', () => {
  const rates = results.filter(({ unit, type }) => unit === 'bpm' && type === 'number');
  expect(rates.length).toBeGreaterThan(20);
  expect(rates.filter(({ decimals = 0 }) => decimals !== 0).map(({ of }) => of)).toEqual([]);
  const found: number[] = [];
  for (const calculator of builtIn) {
    const methods = calculator.fields.find(({ name }) => name === 'method')?.options ?? [];
    for (const { input } of calculator.examples) {
      for (const method of ['', ...methods]) {
        const answer = calculator.answer(method === '' ? input : { ...input, method });
        if ('body' in answer) found.push(...ratesIn(answer.body, false));
      }
    }
  }
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter((rate) => !Number.isInteger(rate))).toEqual([]);
});

/** The numbers of members whose own name, or that of one around them, ends in `_bpm`. */
function ratesIn(value: unknown, inside: boolean): number[] {
  if (typeof value === 'number') return inside ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    // The inputs are echoed as they were given.
    name === 'profile' ? [] : ratesIn(inner, inside ? !/_percent$/.test(name) : name.endsWith('_bpm')),
  );
}

it('a marathon is 26.2188 miles, and its pace for a mile is to the second', () => {
  const pace = builtIn.find(({ name }) => name === 'running-pace');
  const answer = pace?.answer({ distance: 26.2188, time: '3:00:00' }, { units: 'imperial' });
  // 42,195 m / 1,609.344 = 26.2188; 10,800 s / 26.2188 = 411.92 s.
  expect(answer).toMatchObject({ body: { distance_mi: 26.2188, pace_per_mile: '6:52', pace_s_per_mile: 411.92 } });
});

it('a distance in miles has four decimals, and a pace is in minutes and seconds', () => {
  const distances = results.filter(({ name }) => imperialTwin(name)?.unit === 'mi');
  expect(distances.map(({ of }) => of)).toEqual([
    'running-pace distance_m',
    'vdot equivalent_races.distance_m',
    'six-minute-walk predicted_distance_m',
    'six-minute-walk lower_limit_of_normal_m',
    'steps-to-distance distance_m',
  ]);
  for (const { name } of distances) expect(imperialTwin(name)?.decimals).toBe(4);
  const paces = builtIn.flatMap((calculator) =>
    calculator.examples.flatMap(({ input }) => {
      const answer = JSON.stringify(calculator.answer(input));
      return [...answer.matchAll(/"[a-z_]+_per_mile":"([^"]*)"/g)].map(([, pace]) => pace);
    }),
  );
  expect(paces.length).toBeGreaterThan(10);
  for (const pace of paces) expect(pace).toMatch(/^(\d+:)?\d?\d:\d\d$/);
});

/** The earlier names of classes, with those that stand beside them until v2. */
const OLD_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'body-shape-index': { mortality_risk: 'category' },
  'ckd-stage': { risk: 'category' },
  'fetal-weight': { size: 'category' },
  'frame-size': { frame_size: 'category' },
  'respiratory-quotient': { main_fuel: 'category' },
  'waist-to-hip-ratio': { risk: 'category', waist_risk: 'waist_category' },
};

/** Classes whose word says more than "class", in calculators without a class of their main result. */
const OTHER_CLASSES = [
  ...['calorie-target intake', 'weight-change-plan intake', 'salt-to-sodium daily_limit', 'caffeine single_dose'],
  ...['macronutrients carbohydrate_range', 'macronutrients fat_range', 'macronutrients protein_range'],
  ...['calories-burned intensity', 'target-heart-rate intensity_class'],
  ...['gestational-age trimester', 'gestational-age term', 'arm-circumference-for-age acute_malnutrition'],
];

it('a class is called category, and that of a part <part>_category', () => {
  const others = builtIn.flatMap(({ name: calculator, output }) =>
    Object.entries(output.shape)
      .filter(([, schema]) => result.outputMeta.get(result.unwrapOutput(schema as never))?.classes !== undefined)
      .map(([name]) => name)
      .filter((name) => !/(^|_)category$/.test(name) && OLD_NAMES[calculator]?.[name] === undefined)
      .map((name) => `${calculator} ${name}`),
  );
  expect(others.toSorted()).toEqual(OTHER_CLASSES.toSorted());
});

it.each(Object.entries(OLD_NAMES))('%s has the same class under its earlier name', (name, names) => {
  const calculator = builtIn.find((one) => one.name === name);
  const answers = (calculator?.examples ?? []).map(({ input }) => calculator?.answer(input));
  expect(answers.length).toBeGreaterThan(2);
  for (const answer of answers) {
    const body = answer && 'body' in answer ? answer.body : {};
    for (const [earlier, now] of Object.entries(names)) {
      expect(body[now]).toEqual(body[earlier]);
      expect(body[`${now}_label`]).toEqual(body[`${earlier}_label`]);
    }
  }
});
