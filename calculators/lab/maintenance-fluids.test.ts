import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { maintenanceFluids } from './maintenance-fluids.ts';
import cases from './reference/maintenance-fluids.json' with { type: 'json' };

calculatorSuite(maintenanceFluids, {
  contract: {
    since: 'v1.0.0',
    aliases: ['holliday-segar'],
    inputs: ['weight', 'method'],
    methods: ['four_two_one', 'holliday_segar', 'all'],
  },
  reference: cases,
  rises: { fluid_ml_per_hour: ['weight'] },
});
