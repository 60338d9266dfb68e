import { describe, expect, it } from 'vitest';
import { labCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number>>;

function ask(name: string, input: Input) {
  const calculator = labCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const lipids = { total_cholesterol: 210, hdl_cholesterol: 55, triglycerides: 160 };
const fasting = { glucose: 90, insulin: 8 };
const blood = { sodium: 140, chloride: 104, bicarbonate: 15 };

describe('a measure that no living person has is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['ldl-cholesterol', { ...lipids, hdl_cholesterol: 20 }, 'total_cholesterol', 60, 1500],
    ['non-hdl-cholesterol', { total_cholesterol: 400 }, 'hdl_cholesterol', 5, 300],
    ['homa-ir', fasting, 'glucose', 20, 600],
    ['homa-ir', { ...fasting, glucose_unit: 'mmol/L' }, 'glucose', 1.11, 33.33],
    ['homa-ir', fasting, 'insulin', 0.1, 500],
    ['homa-ir', { ...fasting, insulin_unit: 'pmol/L' }, 'insulin', 0.6, 3000],
    ['quicki', fasting, 'glucose', 20, 600],
    ['tyg-index', { glucose: 90 }, 'triglycerides', 10, 10_000],
    ['estimated-average-glucose', {}, 'hba1c', 3, 20],
    ['hba1c-conversion', { hba1c_unit: 'mmol/mol' }, 'hba1c', 9.29, 195.1],
    ['corrected-calcium', { albumin: 4 }, 'calcium', 2, 25],
    ['corrected-sodium', { glucose: 300 }, 'sodium', 90, 200],
    ['free-water-deficit', { gender: 'male', age: 50, weight: 70 }, 'sodium', 140, 200],
    ['anion-gap', { sodium: 140, chloride: 95 }, 'bicarbonate', 1, 55],
    ['serum-osmolality', { sodium: 140, glucose: 90 }, 'urea_nitrogen', 1, 300],
    ['serum-osmolality', { sodium: 140, glucose: 90, urea_nitrogen: 14 }, 'measured_osmolality', 180, 600],
    ['maintenance-fluids', {}, 'weight', 3, 150],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    const code = expect.stringMatching(/^(too_small|too_large|outside_validity)$/);
    if (field !== 'total_cholesterol')
      expect(ask(name, { ...input, [field]: min * 0.9 })).toMatchObject({ problems: [{ code }] });
    expect(ask(name, { ...input, [field]: max * 1.2 })).toMatchObject({ problems: [{ code }] });
    for (const bound of [min, max]) {
      if (name !== 'ldl-cholesterol') expect(ask(name, { ...input, [field]: bound })).toHaveProperty('body');
    }
  });
});

describe('outside its validity an equation is refused with the reason', () => {
  it.each<[string, Input, Input, string]>([
    [
      'ldl-cholesterol',
      { triglycerides: 801 },
      { triglycerides: 800, total_cholesterol: 300 },
      'ldl-cholesterol.above_800',
    ],
    [
      'ldl-cholesterol',
      { triglycerides: 400, method: 'friedewald' },
      { triglycerides: 399, method: 'friedewald' },
      'ldl-cholesterol.from_400',
    ],
    [
      'ldl-cholesterol',
      { triglycerides: 400, method: 'martin_hopkins' },
      { triglycerides: 399, method: 'martin_hopkins' },
      'ldl-cholesterol.from_400',
    ],
    [
      'ldl-cholesterol',
      { total_cholesterol: 80, triglycerides: 200, method: 'friedewald' },
      { total_cholesterol: 100, triglycerides: 200, method: 'friedewald' },
      'ldl-cholesterol.nothing_left',
    ],
    ['non-hdl-cholesterol', { total_cholesterol: 55 }, {}, 'hdl_below_total'],
  ])('%s with %j, not with %j', (name, outside, inside, message) => {
    const { triglycerides, ...cholesterol } = lipids;
    const given = name === 'ldl-cholesterol' ? { ...cholesterol, triglycerides } : cholesterol;
    expect(ask(name, { ...given, ...outside })).toMatchObject({ problems: [{ code: 'outside_validity', message }] });
    expect(ask(name, { ...given, ...inside })).toHaveProperty('body');
  });

  it.each<[string, Input, Input, string]>([
    ['homa-b', { glucose: 63, insulin: 5 }, { glucose: 63.1, insulin: 5 }, 'homa-b.low_glucose'],
    [
      'corrected-sodium',
      { sodium: 130, glucose: 99 },
      { sodium: 130, glucose: 100 },
      'corrected-sodium.hyperglycaemia',
    ],
    [
      'delta-ratio',
      { ...blood, bicarbonate: 24, chloride: 90 },
      { ...blood, bicarbonate: 23, chloride: 90 },
      'delta-ratio.no_acidosis',
    ],
    ['delta-ratio', { ...blood, chloride: 113 }, { ...blood, chloride: 112 }, 'delta-ratio.no_gap'],
    ['anion-gap', { ...blood, chloride: 136 }, { ...blood, chloride: 135 }, 'implausible_gap'],
    [
      'anion-gap',
      { sodium: 180, chloride: 84, bicarbonate: 15 },
      { sodium: 180, chloride: 85, bicarbonate: 15 },
      'implausible_gap',
    ],
  ])('%s with %j, not with %j', (name, outside, inside, message) => {
    expect(ask(name, outside)).toMatchObject({ problems: [{ code: 'outside_validity', message }] });
    expect(ask(name, inside)).toHaveProperty('body');
  });
});

it('a value in the wrong unit is refused', () => {
  // 5.2 and 1.4 are mmol/L.
  const answer = ask('ldl-cholesterol', { total_cholesterol: 5.2, hdl_cholesterol: 1.4, triglycerides: 1.1 });
  expect(answer).toMatchObject({ problems: [{ field: 'total_cholesterol', message: 'laboratory_bounds' }] });
});

it('the same sample in the other units gives the same answer', () => {
  const mass = Object(ask('ldl-cholesterol', lipids)).body;
  const amount = Object(
    ask('ldl-cholesterol', {
      total_cholesterol: 210 / 38.67,
      hdl_cholesterol: 55 / 38.67,
      cholesterol_unit: 'mmol/L',
      triglycerides: 160 / 88.57,
      triglycerides_unit: 'mmol/L',
    }),
  ).body;
  expect(amount.ldl_mg_per_dl).toBe(mass.ldl_mg_per_dl);
});

// Martin 2013: 174 cells of the table below 400 mg/dL of triglycerides. The sum of the whole table is 949.4, that of its
// last row 11.9 + 10.0 + 8.8 + 8.1 + 7.5 + 6.7 = 53.0.
it('the factors of Martin and Hopkins add up', () => {
  const rows = [
    7, 50, 57, 62, 67, 72, 76, 80, 84, 88, 93, 97, 101, 106, 111, 116, 121, 127, 133, 139, 147, 155, 164, 174,
  ];
  const columns = [99, 129, 159, 189, 219, 260];
  const factor = (triglycerides: number, nonHdl: number) => {
    const input = { total_cholesterol: nonHdl + 50, hdl_cholesterol: 50, triglycerides, method: 'martin_hopkins' };
    const ldl = Object(ask('ldl-cholesterol', input)).body.ldl_mg_per_dl;
    return triglycerides / (nonHdl - ldl);
  };
  const all = [...rows, 186, 202, 221, 248, 293].map((from) => Math.max(from, 40));
  const sum = all.flatMap((from) => columns.map((column) => factor(from, column))).reduce((one, other) => one + other);
  expect(sum).toBeCloseTo(949.4 - 53, 0);
});
