import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sinclair-total.json' with { type: 'json' };
import { sinclairTotal } from './sinclair-total.ts';

calculatorSuite(sinclairTotal, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'total', 'age', 'method'],
    methods: ['2025_2028', '2021_2024', '2017_2020', 'all'],
  },
  reference: cases,
  rises: { sinclair_total: ['total'] },
  falls: { sinclair_coefficient: ['weight'] },
});

const lifter = { gender: 'male', weight: 89, total: 320 };

// 10^(0.722762521 · log₁₀(89/193.609)²) = 1.208772
it.each([{ method: '2021_2024' }, { cycle: '2021_2024' }, { cycle: '2021-2024' }])(
  'answers with an older cycle by %s',
  (cycle) => {
    expect(sinclairTotal.answer({ ...lifter, ...cycle })).toMatchObject({ body: { sinclair_total: 386.81 } });
  },
);

it('has no coefficient for women older than 80', () => {
  expect(sinclairTotal.answer({ ...lifter, gender: 'female', age: 81 })).toMatchObject({
    problems: [{ field: 'age', values: { max: 80 } }],
  });
  expect(sinclairTotal.answer({ ...lifter, age: 81 })).toMatchObject({ body: { age_coefficient: 2.597 } });
});
