import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bodySurfaceArea } from './body-surface-area.ts';
import cases from './reference/body-surface-area.json' with { type: 'json' };

calculatorSuite(bodySurfaceArea, {
  contract: {
    since: 'classic',
    aliases: ['bsa'],
    inputs: ['weight', 'height', 'method'],
    methods: ['mosteller', 'du_bois', 'haycock', 'gehan_george', 'boyd', 'fujimoto', 'takahira', 'all'],
  },
  reference: cases,
  rises: { body_surface_area_m2: ['weight', 'height'] },
});
