import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ratePressureProduct } from './rate-pressure-product.ts';
import cases from './reference/rate-pressure-product.json' with { type: 'json' };

calculatorSuite(ratePressureProduct, {
  contract: {
    since: 'v1.0.0',
    inputs: ['systolic', 'heart_rate'],
  },
  reference: cases,
  rises: { rate_pressure_product: ['systolic', 'heart_rate'] },
});
