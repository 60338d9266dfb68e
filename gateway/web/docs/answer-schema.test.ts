import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Calculator,
  describeResults,
  LANGUAGES,
  type Language,
  type ResultDescription,
} from '../../../calculators/kit/index.ts';
import { toImperial } from '../../../calculators/kit/units.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { CLINICAL_PLUGIN } from '../../../plugins/sdk/loading/sources.ts';
import { answerFrame } from './answer-frame.ts';
import { answerSchema } from './answer-schema.ts';
import { textsIn } from './texts.ts';

const { plugins } = await loadPlugins([CLINICAL_PLUGIN]);
const calculators = plugins.flatMap((plugin) =>
  plugin.calculators.map((calculator) => [calculator.name, calculator] as const),
);

function inImperial(calculator: Calculator, input: Calculator['examples'][number]['input']) {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const dimension = calculator.fields.find((field) => field.name === name)?.meta.dimension;
      return [name, dimension && typeof value === 'number' ? toImperial(dimension, value) : value];
    }),
  );
}

function answers(calculator: Calculator, language: Language) {
  const metadata = { endpoint_name: calculator.name, authenticated: true };
  const written = calculator.examples.flatMap(({ input }) => [
    calculator.answer(input, { language, units: 'metric', metadata }),
    calculator.answer(inImperial(calculator, input), { language, units: 'imperial', detail: 'full', metadata }),
  ]);
  return written.map((answer) => {
    if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
    return answer.body;
  });
}

/** The unit and decimals of each number, by path. */
function* numbersOf(described: readonly ResultDescription[], above = ''): Generator<[string, object]> {
  for (const { name, type, unit, decimals, members = [] } of described) {
    const path = `${above}${name}`;
    if (type === 'number') yield [path, { unit, decimals }];
    yield* numbersOf(members, `${path}.`);
  }
}

interface JsonSchema {
  readonly description?: string;
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly 'x-unit'?: string;
  readonly 'x-decimals'?: number;
}

/** The same from a JSON schema. */
function* documentedNumbers(schema: JsonSchema, path: string): Generator<[string, object]> {
  for (const one of schema.anyOf ?? []) yield* documentedNumbers(one, path);
  if (schema.items) yield* documentedNumbers(schema.items, path);
  if (schema.type === 'number' || schema.type === 'integer')
    yield [path, { unit: schema['x-unit'], decimals: schema['x-decimals'] }];
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield* documentedNumbers(member, path === '' ? name : `${path}.${name}`);
  }
}

describe('the documented answer', () => {
  it.each(calculators)('of %s says the unit and the decimals of every number', (_name, calculator) => {
    const texts = textsIn('en');
    const schema = z.toJSONSchema(answerSchema(calculator, answerFrame(texts), texts)) as JsonSchema;
    const documented = Object.fromEntries(documentedNumbers(schema, ''));
    const listed = [...numbersOf(describeResults(calculator, 'en'))];
    expect(listed.map(([path]) => [path, documented[path]])).toEqual(listed);
  });

  it.each(calculators)('of %s has exactly the members of the real answer', (_name, calculator) => {
    for (const language of LANGUAGES) {
      const texts = textsIn(language);
      const schema = answerSchema(calculator, answerFrame(texts), texts);
      for (const body of answers(calculator, language)) {
        expect(schema.safeParse(body).error).toBeUndefined();
      }
    }
  });

  it('of BMI has a label for the class, an optional imperial twin, and the texts of the classes', () => {
    const texts = textsIn('en');
    const bmi = calculators.find(([name]) => name === 'bmi')?.[1];
    if (!bmi) throw new Error('no bmi');
    const { shape } = answerSchema(bmi, answerFrame(texts), texts);
    expect(Object.keys(shape)).toEqual([
      'bmi',
      'bmi_prime',
      'category',
      'category_label',
      'healthy_weight_kg',
      'healthy_weight_lb',
      'profile',
      'language',
      'warnings',
      '_api_metadata_',
      'details',
    ]);
    expect(shape.healthy_weight_lb?.isOptional()).toBe(true);
    expect(shape.category_label?.isOptional()).toBe(false);
    expect(shape.category?.meta()?.description).toContain('- `overweight`: Overweight');
    const twin = (z.toJSONSchema(z.strictObject(shape)) as JsonSchema).properties?.healthy_weight_lb;
    expect(twin?.properties?.min).toMatchObject({ 'x-unit': 'lb', 'x-decimals': 2 });
    expect(shape.bmi?.meta()?.description).toBe('Body mass index (kg/m²)\n\nRounded to 2 decimals');
  });
});

it('describes a result with the text that its calculator has for it, before its rounding', () => {
  const [, calculator] = calculators.find(([name]) => name === 'bmi') ?? [];
  if (!calculator) throw new Error('no bmi');
  const { messages } = calculator.family;
  const find: typeof messages.find = (language, key) =>
    key === 'bmi.outputs.bmi' ? 'Weight by height squared' : messages.find(language, key);
  const described = { ...calculator, family: { ...calculator.family, messages: { ...messages, find } } };
  const texts = textsIn('en');
  const { bmi, bmi_prime } = answerSchema(described, answerFrame(texts), texts).shape as Record<string, z.ZodType>;
  expect(bmi?.description).toBe('Weight by height squared (kg/m²)\n\nRounded to 2 decimals');
  expect(bmi_prime?.description).toBe('BMI prime\n\nRounded to 3 decimals');
});

it('every member of every answer has a text, and every number its decimals, also in by_method and imperial twins', () => {
  const texts = textsIn('en');
  const lacking = calculators.flatMap(([name, calculator]) => {
    const { properties = {} } = z.toJSONSchema(answerSchema(calculator, answerFrame(texts), texts)) as JsonSchema;
    const { profile: _, details: _details, _api_metadata_, ...results } = properties;
    return lackingIn({ properties: results }, name);
  });
  expect(lacking).toEqual([]);
});

it('an imperial twin has its own decimals: four in miles', () => {
  const texts = textsIn('en');
  const [, steps] = calculators.find(([name]) => name === 'steps-to-distance') ?? [];
  const schema = steps && (z.toJSONSchema(answerSchema(steps, answerFrame(texts), texts)) as JsonSchema);
  expect(schema?.properties?.distance_mi).toMatchObject({ 'x-unit': 'mi', 'x-decimals': 4 });
});

/** The members without a text, and the numbers without decimals, by path. */
function lackingIn({ properties = {} }: JsonSchema, above: string): string[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const core = member.anyOf?.find(({ type }) => type !== 'null') ?? member;
    const element = core.items ?? core;
    const isNumber = element.type === 'number' || element.type === 'integer';
    return [
      ...(core.description || element.description ? [] : [`${above} ${name} has no text`]),
      ...(isNumber && element['x-decimals'] === undefined ? [`${above} ${name} has no decimals`] : []),
      ...lackingIn(element, `${above} ${name}`),
    ];
  });
}
