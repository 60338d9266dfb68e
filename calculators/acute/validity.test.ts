import { describe, expect, it } from 'vitest';
import { acuteCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number | boolean>>;

function ask(name: string, input: Input) {
  const calculator = acuteCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const pneumonia = { confusion: false, urea_nitrogen: 14, respiratory_rate: 18, systolic: 120, diastolic: 70, age: 40 };
const throat = { tonsillar_exudate: false, tender_neck_nodes: false, fever: false, cough: false };
const well = {
  respiratory_rate: 16,
  oxygen_saturation: 98,
  supplemental_oxygen: false,
  systolic: 120,
  heart_rate: 70,
  consciousness: 'alert',
  temperature: 37,
};

describe('a reading that no living person has is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['curb-65', pneumonia, 'urea_nitrogen', 1, 300],
    ['curb-65', pneumonia, 'age', 18, 120],
    ['news2', well, 'respiratory_rate', 1, 100],
    ['news2', well, 'oxygen_saturation', 50, 100],
    ['news2', well, 'systolic', 40, 300],
    ['news2', well, 'heart_rate', 20, 300],
    ['news2', well, 'temperature', 25, 44],
    ['glasgow-coma-scale', { verbal_response: 1, motor_response: 1 }, 'eye_response', 1, 4],
    ['glasgow-coma-scale', { eye_response: 1, motor_response: 1 }, 'verbal_response', 1, 5],
    ['glasgow-coma-scale', { eye_response: 1, verbal_response: 1 }, 'motor_response', 1, 6],
    ['qsofa', { respiratory_rate: 18, systolic: 120 }, 'glasgow_coma_scale', 3, 15],
    ['sirs', { temperature: 37, heart_rate: 70, respiratory_rate: 16 }, 'white_cell_count', 0, 500],
    ['centor-score', throat, 'age', 3, 120],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    expect(ask(name, { ...input, [field]: min - 1 })).toMatchObject({ problems: [{ field, code: 'too_small' }] });
    expect(ask(name, { ...input, [field]: max + 1 })).toMatchObject({ problems: [{ field, code: 'too_large' }] });
    for (const bound of [min, max]) {
      expect(JSON.stringify(ask(name, { ...input, [field]: bound }))).not.toContain('"code":"too_');
    }
  });
});

describe('an unknown finding is asked for, never assumed to be absent', () => {
  it.each(acuteCalculators.map((calculator) => [calculator.name, calculator] as const))('%s', (_, calculator) => {
    for (const { input } of calculator.examples) {
      for (const [name, value] of Object.entries(input)) {
        if (typeof value !== 'boolean') continue;
        const { [name]: left, ...rest } = input;
        expect(left).toBe(value);
        expect(calculator.answer(rest)).toMatchObject({ problems: [{ field: name, code: 'missing' }] });
      }
    }
  });

  it.each<[string, Input, string]>([
    ['curb-65', { ...pneumonia, method: 'curb_65' }, 'urea_nitrogen'],
    ['centor-score', { ...throat, method: 'mcisaac' }, 'age'],
  ])('%s with %j: %s', (name, input, field) => {
    const { [field]: _, ...rest } = input;
    expect(ask(name, rest)).toMatchObject({ problems: [{ field, code: 'missing' }] });
  });
});

describe('outside its validity a score is refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['curb-65', { ...pneumonia, systolic: 70 }, 'diastolic', 'diastolic_below_systolic'],
    ['centor-score', { ...throat, age: 14 }, 'age', 'centor-score.adults_only'],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });

  it('holds the Centor score from 15 years', () => {
    expect(ask('centor-score', { ...throat, age: 15 })).toMatchObject({ body: { centor_score: 1 } });
  });
});

describe('NEWS2', () => {
  it.each([
    [{ respiratory_rate: 24, oxygen_saturation: 94, heart_rate: 111, temperature: 38.1 }, 6, 'medium', 0],
    [{ respiratory_rate: 24, oxygen_saturation: 92, heart_rate: 111, temperature: 38.1 }, 7, 'high', 1],
  ])('with %j has %d points, is %s and gives %d warnings', (readings, score, category, warnings) => {
    const answer = ask('news2', { ...well, ...readings });
    expect(answer).toMatchObject({ body: { news2_score: score, category } });
    expect(Object(answer).body.details.warnings).toHaveLength(warnings);
  });

  // 95 °F are 35 °C exactly, which has 3 points; the chart prints tenths of a degree.
  it('reads a temperature in tenths of a degree', () => {
    const points = (temperature: number) => Object(ask('news2', { ...well, temperature })).body.points.temperature;
    expect([35.04, 35.05, 36.04, 38.04, 38.05].map(points)).toEqual([3, 1, 1, 0, 1]);
  });
});
