import { expect, it } from 'vitest';
import { z } from 'zod';
import { createInputReader, InputRefused } from '../kit/index.ts';
import {
  albuminUnits,
  bilirubinUnits,
  calciumUnits,
  cholesterolUnits,
  creatinineUnits,
  glucoseUnits,
  hba1cUnits,
  insulinUnits,
  laboratoryInput,
  phosphateUnits,
  triglycerideUnits,
  uacrUnits,
  unitOf,
  ureaUnits,
} from './laboratory-units.ts';

// Molar masses: creatinine 113.12, bilirubin 584.66, glucose 180.16, cholesterol 386.65, calcium 40.08, phosphorus 30.97,
// two atoms of nitrogen 28.01 g/mol. In 1 mmol/L stands a tenth of the molar mass in mg/dL.
it.each([
  ['creatinine', creatinineUnits, 1, 10_000 / 113.12],
  ['bilirubin', bilirubinUnits, 1, 10_000 / 584.66],
  ['glucose', glucoseUnits, 18.016, 1],
  ['cholesterol', cholesterolUnits, 386.65, 10],
  ['triglycerides', triglycerideUnits, 885.7, 10],
  ['urea', ureaUnits, 28.01, 10],
  ['calcium', calciumUnits, 10.02, 2.5],
  ['phosphate', phosphateUnits, 6.194, 2],
  ['albumin', albuminUnits, 4, 40],
  ['insulin', insulinUnits, 10, 60],
  ['albumin by creatinine', uacrUnits, 30, 30 * 0.11312],
  // Hoelzel 2004: 7 % is 53 mmol/mol.
  ['HbA1c', hba1cUnits, 7, 53],
] as const)('%s: the molar mass and the factor agree within 0.1 %% or the printed decimals', (_, units, value, si) => {
  expect(units.toSi(value) / si).toBeCloseTo(1, 2.6);
  expect(units.toConventional(si) / value).toBeCloseTo(1, 2.6);
});

it.each(['µmol/L', 'μmol/L', 'umol/L', 'umol/l', 'μmol/l'])('the unit may be written %s', (unit) => {
  const reader = createInputReader(z.object({ unit: unitOf(creatinineUnits) }));
  expect(reader.read(reader.collectAll({ unit }), 'metric', true)).toMatchObject({ input: { unit: 'µmol/L' } });
});

it('HbA1c may be given in percent without a percent sign in the address', () => {
  const reader = createInputReader(z.object({ unit: unitOf(hba1cUnits) }));
  expect(reader.read(reader.collectAll({ unit: 'percent' }), 'metric', true)).toMatchObject({ input: { unit: '%' } });
});

const CREATININE = laboratoryInput('creatinine', creatinineUnits, { min: 0.1, max: 40 });
const refused = (value: number, unit: 'mg/dL' | 'µmol/L') => {
  try {
    return CREATININE.of(value, unit);
  } catch (error) {
    return error instanceof InputRefused ? error.problems : error;
  }
};

it('a value outside its bounds is refused with the bound in the unit of the request', () => {
  expect(refused(88.4, 'mg/dL')).toMatchObject([
    { code: 'outside_validity', values: { max: { number: 40, unit: 'mg/dL' } } },
  ]);
  expect(refused(1.2, 'µmol/L')).toMatchObject([
    { field: 'creatinine', code: 'outside_validity', values: { min: { number: 8.84, unit: 'µmol/L' } } },
  ]);
});

it('a value on its bounds is taken in both units', () => {
  expect(refused(0.1, 'mg/dL')).toBe(0.1);
  expect(refused(8.84, 'µmol/L')).toBeCloseTo(0.1, 12);
  expect(refused(3_536, 'µmol/L')).toBeCloseTo(40, 12);
});
