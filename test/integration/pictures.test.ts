import { describe, expect, it } from 'vitest';
import { type Calculator, drawPicture, LANGUAGES, type Picture } from '../../calculators/kit/index.ts';
import { hostPlugin } from '../../plugins/sdk/index.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';

const { plugins } = await loadPlugins([]);
const calculators = plugins.flatMap((plugin) => plugin.calculators);

function calculator(name: string): Calculator {
  const found = calculators.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

function curvesOf(name: string, input: Record<string, unknown>) {
  const picture = calculator(name).picture(input);
  if (picture?.kind !== 'curves') throw new Error(`${name} has no curves`);
  return picture;
}

/** The height of a curve at a place that is one of its points. */
function heightAt(picture: ReturnType<typeof curvesOf>, label: string, x: number): number | undefined {
  return picture.curves.find((curve) => curve.label === label)?.points.find(([px]) => px === x)?.[1];
}

it('at least 110 calculators draw their first example, the others list it', () => {
  const kindOf = (one: Calculator) => one.picture(one.examples[0]?.input ?? {})?.kind ?? 'values';
  const pictured = calculators.filter((one) => kindOf(one) !== 'values');
  expect(pictured.length).toBeGreaterThanOrEqual(110);
});

it('every picture of every example is drawn, with finite numbers, in every language', () => {
  for (const one of calculators) {
    for (const [at, { input }] of one.examples.entries()) {
      const language = LANGUAGES[at % LANGUAGES.length] ?? 'en';
      const picture = one.picture(input, { language, units: 'metric' });
      const svg = picture === null ? '' : drawPicture(picture, { language, title: one.name });
      expect(svg, one.name).not.toMatch(/NaN|Infinity|undefined/);
    }
  }
});

it('every result with classes shows them, unless its calculator declares another picture', () => {
  const kindOf = (name: string) => calculator(name).picture(calculator(name).examples[0]?.input ?? {})?.kind;
  for (const name of [
    'bmi',
    'body-fat',
    'blood-pressure-category',
    'apgar-score',
    'air-quality-index',
    'shock-index',
  ]) {
    expect(kindOf(name), name).toBe('band');
  }
  expect(kindOf('heart-rate-zones')).toBe('zones');
  expect(kindOf('functional-threshold-power')).toBe('zones');
  expect(kindOf('max-heart-rate')).toBe('bars');
});

describe('growth curves', () => {
  // The percentile tables of WHO and CDC as printed: weight-for-age of girls and boys, height-for-age of boys.
  it('pass through the printed tables of WHO and CDC', () => {
    const girl = curvesOf('weight-for-age', { gender: 'female', age_months: 24, weight: 12 });
    expect(heightAt(girl, '0', 60)).toBeCloseTo(18.2, 1);
    expect(heightAt(girl, '+2', 60)).toBeCloseTo(24.9, 1);
    expect(heightAt(girl, '−2', 60)).toBeCloseTo(13.7, 1);
    expect(heightAt(girl, '0', 0)).toBeCloseTo(3.2, 1);
    const boy = curvesOf('height-for-age', { gender: 'male', age_months: 100, height: 128 });
    expect(heightAt(boy, '0', 120)).toBeCloseTo(137.8, 1);
  });

  it('show the child at its age and measure, given by months or by two dates', () => {
    const input = { gender: 'male', birth_date: '2024-01-01', date: '2025-01-01', weight: 9.6 };
    expect(curvesOf('weight-for-age', input).point).toEqual({ x: 366 / 30.4375, y: 9.6 });
    expect(curvesOf('weight-for-age', { gender: 'male', age_months: 12, weight: 9.6 }).point).toEqual({
      x: 12,
      y: 9.6,
    });
  });
});

it('the curve of blood alcohol begins after the drink, passes the caller and ends sober', () => {
  const input = { gender: 'male', weight: 80, alcohol: 40, hours: 2, method: 'widmark' };
  const { curves, point } = curvesOf('blood-alcohol', input);
  // 40 / (0.68 · 80) · 1.055 g/L at once; 0.15 g/kg an hour are eliminated, so nothing is left after 4.902 hours.
  expect(curves[0]?.points[0]?.[1]).toBeCloseTo(0.7757, 3);
  expect(curves[0]?.points.at(-1)?.[0]).toBeCloseTo(4.902, 2);
  expect(curves[0]?.points.at(-1)?.[1]).toBeCloseTo(0, 6);
  expect(point).toEqual({ x: 2, y: expect.closeTo(0.4592, 3) });
});

it('imperial inputs give pictures in imperial units', () => {
  const picture: Picture | null = calculator('weight-for-age').picture(
    { gender: 'male', age_months: 12, weight: 22 },
    { units: 'imperial' },
  );
  expect(picture).toMatchObject({ kind: 'curves', y: { unit: 'lb' }, point: { y: expect.closeTo(22, 6) } });
});

it('inputs with mistakes have no picture', () => {
  expect(calculator('bmi').picture({ weight: 80 })).toBeNull();
});

describe('the address of a picture', () => {
  const body = plugins.find(({ name }) => name === 'v1-body');
  const endpoint = (body ? hostPlugin(body, 'http://x') : []).find(({ path }) => path === '/bmi.svg');
  const ask = (...query: string[]) =>
    endpoint?.respond({
      method: 'GET',
      query,
      contentType: undefined,
      body: null,
      language: 'ar',
      authenticated: true,
      requestId: 'x',
    });

  it('answers the inputs of the calculator with SVG in the language of the caller, and costs what the call costs', () => {
    const answer = ask('weight', '80', 'height', '178');
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' } });
    expect(answer?.body).toMatch(/^<svg [^>]*role="img" lang="ar" direction="rtl"/);
    expect(answer?.body).not.toContain('var(');
    expect(endpoint).toMatchObject({ calculator: 'bmi', cost: 1, methods: ['GET', 'HEAD'] });
  });

  it('answers mistakes as the calculator does', () => {
    expect(ask('weight', '80')).toMatchObject({ status: 400, problem: 'invalid-parameters' });
    expect(ask('weight', '80', 'height', '178', 'units', 'stones')).toMatchObject({ status: 400 });
  });
});
