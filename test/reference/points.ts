import { z } from 'zod';
import { EVERYDAY } from '../../calculators/energy/compendium.ts';
import { MET_2011 } from '../../calculators/energy/met-compendium-2011.ts';
import { MET_2024 } from '../../calculators/energy/met-compendium-2024.ts';
import { ALL, type Calculator, createInputReader, type FieldReader } from '../../calculators/kit/index.ts';
import {
  type Input,
  personLike,
  type Random,
  randomFrom,
  valueFor,
} from '../../calculators/testing/random-inputs.fixture.ts';
import { outcomeOf } from './outcome.ts';
import { methodsOf } from './run.ts';

/** Most examples whose inputs are moved to their bounds. */
const BASES = 12;
/** Searches along each number for a place where an answer changes by a step. */
const SEARCHES = 60;

/**
 * Inputs for one calculator as its `calculate` takes them, the same in every run: random ones, its examples, every
 * input at its bounds and at each of its words, and the places where a class, a step or a refusal begins.
 *
 * @param count number of the random ones
 */
export function pointsOf(calculator: Calculator, count: number, cases: readonly Input[]): readonly Input[] {
  const random = randomFrom([...calculator.name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0);
  const examples = withMethods(calculator, [...calculator.examples.map(({ input }) => input), ...cases]);
  const bases = spreadOver(examples, BASES);
  const points = [...examples, ...bases.flatMap((base) => edgesOf(calculator, base)), ...wordsIn(calculator, bases)];
  for (let made = 0; made < count; made += 1) {
    const example = examples[made % examples.length] ?? {};
    const isVariant = made % 3 === 0;
    const point = isVariant ? variantOf(calculator, example, random) : personLike(calculator, example, random);
    points.push(withShortNumbers(isVariant ? point : withMethod(calculator, point, random), random));
  }
  return [...points, ...stepsIn(calculator, points.slice(-count), random)].flatMap((point) => {
    const parsed = calculator.input.safeParse(point);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The inputs as `calculate` takes them, each with every method if the calculator has several. */
function withMethods(calculator: Calculator, given: readonly Input[]): Input[] {
  const { collectAll, read } = createInputReader(calculator.input);
  const methods = methodsOf(calculator).filter((method) => method !== '');
  return given.flatMap((values) => {
    const result = read(collectAll(values), 'metric', false);
    const texts = 'problems' in result ? read(collectAll(textsOf(values)), 'metric', true) : result;
    if ('problems' in texts) return [];
    return [texts.input, ...methods.map((method) => ({ ...texts.input, method }))];
  });
}

const textsOf = (input: Input) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));

/** At most `most` of a list, from its start to its end. */
function spreadOver<Item>(list: readonly Item[], most: number): readonly Item[] {
  if (list.length <= most) return list;
  const every = list.length / most;
  return list.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every));
}

/** One input after the other at its bounds, just inside of them, at each of its words, and left out. */
function edgesOf({ fields }: Calculator, base: Input): Input[] {
  return fields.flatMap(({ name, core, kind, options, meta, required }) => {
    const values: unknown[] = required ? [] : [undefined];
    if (core instanceof z.ZodNumber) {
      const min = core.minValue ?? 0;
      const max = core.maxValue ?? 1000;
      const inside = kind === 'integer' ? 1 : (max - min) * 1e-6;
      values.push(min, min + inside, max - inside, max);
    } else if (core instanceof z.ZodArray) {
      const { minItems = 0 } = z.toJSONSchema(core);
      const { minValue, maxValue } = core.element as z.ZodNumber;
      values.push(...[minValue ?? 0, maxValue ?? 1000].map((value) => Array.from({ length: minItems }, () => value)));
    } else if (meta.dates) values.push(meta.dates.first, meta.dates.last, '2024-02-29', '2025-12-31');
    else if (meta.clock) values.push('00:00', '00:01', '12:00', '23:59');
    else if (kind === 'boolean') values.push(true, false);
    else values.push(...options.filter((option) => option !== ALL));
    return values.map((value) => ({ ...base, [name]: value }));
  });
}

/** Every word that a text can be: the activities are the only texts. */
function wordsIn({ fields }: Calculator, bases: readonly Input[]): Input[] {
  const text = fields.find(({ kind }) => kind === 'text');
  const base = bases.find((candidate) => text && candidate[text.name] !== undefined);
  return text && base ? ACTIVITIES.map((activity) => ({ ...base, compendium: undefined, [text.name]: activity })) : [];
}

const ACTIVITIES = [
  ...Object.keys(EVERYDAY),
  ...[MET_2024, MET_2011].flatMap((table) =>
    Object.entries(table).flatMap(([group, rows]) => rows.split(', ').map((row) => group + row.slice(0, 3))),
  ),
];

/** The example with some of its inputs changed: inputs that fit together, such as efforts of one athlete. */
function variantOf({ fields }: Calculator, example: Input, random: Random): Input {
  const changed = fields.filter(({ name }) => example[name] !== undefined && name !== 'method' && random() < 0.4);
  return {
    ...example,
    ...Object.fromEntries(changed.map((field) => [field.name, valueFor(field, example[field.name], random)])),
  };
}

function withMethod(calculator: Calculator, point: Input, random: Random): Input {
  const methods = methodsOf(calculator);
  const method = methods[Math.floor(random() * methods.length)];
  return method === '' ? point : { ...point, method };
}

/** Half of the numbers with three digits, as people write them: classes begin at such numbers. */
function withShortNumbers(point: Input, random: Random): Input {
  const short = Object.entries(point).map(([name, value]) =>
    typeof value === 'number' && random() < 0.5 ? [name, Number(value.toPrecision(3))] : [name, value],
  );
  return Object.fromEntries(short);
}

/** Places along each number where an answer changes by a step, each from a start of its own, so in every unit. */
function stepsIn(calculator: Calculator, starts: readonly Input[], random: Random): Input[] {
  return calculator.fields.flatMap((field) => {
    const chosen = starts.filter((start) => typeof start[field.name] === 'number');
    return spreadOver(chosen, SEARCHES).flatMap((start) => stepFrom(calculator, start, field, random));
  });
}

/**
 * Moves one number of a point until a text of the answer changes or the answer becomes a refusal, and returns both
 * sides of that place, and the short numbers beside it.
 */
function stepFrom(calculator: Calculator, start: Input, field: FieldReader, random: Random): Input[] {
  const at = (value: number) => ({ ...start, [field.name]: value });
  let near = Number(start[field.name]);
  const side = sideOf(calculator, at(near));
  let far = near;
  for (let tries = 0; tries < 6 && far === near; tries += 1) {
    const value = Number(valueFor(field, start[field.name], random));
    if (sideOf(calculator, at(value)) !== side) far = value;
  }
  if (far === near) return [];
  const whole = field.kind === 'integer';
  while (Math.abs(far - near) > (whole ? 1 : Math.abs(far) * 1e-8)) {
    const middle = whole ? Math.round((near + far) / 2) : (near + far) / 2;
    if (middle === near || middle === far) break;
    if (sideOf(calculator, at(middle)) === side) near = middle;
    else far = middle;
  }
  return [near, far, ...[2, 3, 4].map((digits) => Number(far.toPrecision(digits)))].map(at);
}

/** The texts of an answer; the same for every refusal. */
function sideOf(calculator: Calculator, point: Input): string {
  const parsed = calculator.input.safeParse(point);
  if (!parsed.success) return 'refused';
  const outcome = outcomeOf(calculator, parsed.data);
  if (outcome.refusal) return 'refused';
  return Object.values(outcome.results)
    .filter((value) => typeof value === 'string')
    .join();
}
