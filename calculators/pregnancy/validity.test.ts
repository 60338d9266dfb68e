import { expect, it } from 'vitest';
import { pregnancyCalculators } from './index.ts';

function ask(name: string, input: Readonly<Record<string, unknown>>) {
  const calculator = pregnancyCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input);
}

it.each([
  [
    'fetal-weight',
    { head_circumference: 30, abdominal_circumference: 30, femur_length: 6, method: 'hadlock_3', gestational_days: 3 },
  ],
  ['gestational-weight-gain', { weight: 60, height: 165, gestational_days: 3 }],
  ['due-date', { scan_date: '2026-05-15', gestational_days: 3 }],
])('%s asks for the weeks if only days are given', (name, input) => {
  expect(ask(name, input)).toMatchObject({ problems: [{ field: 'gestational_weeks', code: 'missing' }] });
});

// ACOG Committee Opinion 700, table 1: a scan redates if it differs by more than this many days, by the age from the
// last period.
it.each([
  ['8 weeks + 6 days', '2026-03-04', 5],
  ['9 weeks + 0 days', '2026-03-05', 7],
  ['15 weeks + 6 days', '2026-04-22', 7],
  ['16 weeks + 0 days', '2026-04-23', 10],
  ['21 weeks + 6 days', '2026-06-03', 10],
  ['22 weeks + 0 days', '2026-06-04', 14],
  ['27 weeks + 6 days', '2026-07-15', 14],
  ['28 weeks + 0 days', '2026-07-16', 21],
])('a scan at %s redates if it differs by more than that many days: %s, %d', (_, scan_date, most) => {
  const last_period = '2026-01-01';
  const age = (Date.parse(scan_date) - Date.parse(last_period)) / 86_400_000;
  const dated = (days: number) =>
    ask('due-date', { last_period, scan_date, gestational_weeks: Math.floor(days / 7), gestational_days: days % 7 });
  for (const sign of [-1, 1]) {
    expect(dated(age + sign * most)).toMatchObject({ body: { due_date: '2026-10-08' } });
    expect(dated(age + sign * (most + 1))).not.toMatchObject({ body: { due_date: '2026-10-08' } });
  }
});

it('uses the named method, whatever else is given', () => {
  const both = { last_period: '2026-01-01', scan_date: '2026-03-12', gestational_weeks: 9, gestational_days: 0 };
  expect(ask('due-date', { ...both, method: 'ultrasound' })).toMatchObject({ body: { due_date: '2026-10-15' } });
});
