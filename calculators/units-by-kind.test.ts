import { expect, it } from 'vitest';
import { z } from 'zod';
import { result, unitOf, unitOfResult } from './kit/index.ts';
import { DIMENSIONS } from './kit/units.ts';
import { builtIn } from './testing/built-in.fixture.ts';

/** A kind of length, volume, mass, time or speed: the names of its inputs and results, and their one unit. */
type Kind = readonly [kind: string, unit: string, names: RegExp];

const KINDS: readonly Kind[] = [
  ['a fold of skin, a length in a scan or an ECG', 'mm', /skinfold|crown_rump_length|st_deviation/],
  ['a length of the body', 'cm', /height|waist|hip$|neck|wrist|circumference|diameter|femur_length|range|step_length/],
  ['a distance', 'm', /distance|lower_limit_of_normal/],
  ['a volume', 'L', /volume|water|sweat|drinks|fluid_intake|urine/],
  ['a mass of a fetus, or of a nutrient that is limited', 'g', /^fetal_weight|^mean_weight|(fat|sugar)_limit/],
  ['a mass of a body or a load', 'kg', /weight|mass|load|total|gain|one_rep_max|grip_strength/],
  ['a mass of food or alcohol', 'g', /carbohydrate|fat|protein|fiber|sugar|salt|alcohol/],
  [
    'a mass of a drug or of sodium',
    'mg',
    /limit|dose|remaining|sodium|morphine|codeine|codone|morphone|thadone|tapentadol|tramadol/,
  ],
  ['the time of a session, or a part of a night', 'min', /duration|latency|asleep|in_bed|awake|minutes/],
  [
    'the time of a night, or since a drink',
    'h',
    /hours|half_life|need|sleep|lag|deficit|surplus|recommended|acceptable/,
  ],
  ['the time of a race or a test', 's', /time/],
  ['an interval of an ECG', 'ms', /^qt|^rr$/],
  ['a speed', 'km/h', /speed|wind/],
  ['a temperature', '°C', /temperature|heat_index|wind_chill|dew_point|wet_bulb|wbgt|globe/],
  ['an energy', 'kcal', /energy|bmr|tdee|target|eer|rate|stores/],
];

/** Names with another unit than their kind, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'alcohol-units volume mL': 'volume_l stands beside it; millilitres stay until v2',
  'cardiac-output stroke_volume mL': 'cardiology gives stroke volumes in mL',
  'running-pace speed m/s': 'speed_kmh stands beside it',
  'critical-swim-speed critical_swim_speed m/s': 'swimming science gives it in m/s, swimmers the pace beside it',
  'heat-index heat_index °F': 'heat_index_c stands beside it: the equation is defined in °F',
};

/** Units of one quantity in each row, also those that no calculator has. */
const QUANTITIES = [
  'm cm mm km in yd mi',
  'L mL dL',
  'kg g mg µg lb',
  's min h ms',
  'km/h m/s mph',
  '°C °F',
  'kcal kJ',
];
const quantityOf = (unit: string) => QUANTITIES.find((units) => units.split(' ').includes(unit));

const numbers = builtIn.flatMap((calculator) => [
  ...calculator.fields.map(({ name, meta }) => {
    const unit = meta.dimension ? DIMENSIONS[meta.dimension].metric : (meta.unit ?? '').replace('/day', '');
    return [calculator.name, name.replace(/_l$/, ''), unit] as const;
  }),
  ...results(calculator.output, []).map((row) => [calculator.name, ...row] as const),
]);
const measured = numbers.filter(([, , unit]) => quantityOf(unit) !== undefined);

/** The numbers inside a schema: their names without the unit, and the unit. */
function results(schema: z.ZodType, path: readonly string[]): (readonly [string, string])[] {
  const core = result.unwrapOutput(schema);
  if (core instanceof z.ZodObject) {
    return Object.entries(core.shape).flatMap(([name, member]) =>
      name === 'by_method' ? [] : results(member as z.ZodType, [...path, name]),
    );
  }
  if (core instanceof z.ZodArray) return results(core.element as z.ZodType, path);
  if (!(core instanceof z.ZodNumber)) return [];
  return [[path.map((name) => unitOfResult(name).stem).join('.'), unitOf(path, core)]];
}

it('knows hundreds of inputs and results with such a unit', () => {
  expect(measured.length).toBeGreaterThan(300);
});

it('has one unit for each kind of quantity', () => {
  const deviating = measured.filter(([calculator, name, unit]) => {
    const kind = KINDS.find(([, own, names]) => quantityOf(own) === quantityOf(unit) && names.test(name));
    return kind?.[1] !== unit && !EXCEPTIONS[`${calculator} ${name} ${unit}`];
  });
  expect(deviating).toEqual([]);
});

it.each(Object.entries(EXCEPTIONS))('%s is an exception that still exists: %s', (exception) => {
  expect(measured.map((row) => row.join(' '))).toContain(exception);
});
