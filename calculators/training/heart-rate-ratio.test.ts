import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { heartRateRatio } from './heart-rate-ratio.ts';
import cases from './reference/heart-rate-ratio.json' with { type: 'json' };

calculatorSuite(heartRateRatio, {
  contract: {
    since: 'v1.0.0',
    inputs: ['max_heart_rate', 'resting_heart_rate'],
  },
  reference: cases,
  rises: { vo2max_ml_per_kg_min: ['max_heart_rate'] },
  falls: { vo2max_ml_per_kg_min: ['resting_heart_rate'] },
});

it('answers the largest possible uptake, which binary arithmetic puts just above the bound', () => {
  // 15.3 · 230 / 35.19 = 3519 / 35.19 = 100
  expect(heartRateRatio.answer({ max_heart_rate: 230, resting_heart_rate: 35.19 })).toMatchObject({
    body: { vo2max_ml_per_kg_min: 100 },
  });
  expect(heartRateRatio.answer({ max_heart_rate: 230, resting_heart_rate: 35.18 })).toHaveProperty('problems');
});
