import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { glasgowComaScale } from './glasgow-coma-scale.ts';
import cases from './reference/glasgow-coma-scale.json' with { type: 'json' };

calculatorSuite(glasgowComaScale, {
  contract: {
    since: 'v1.0.0',
    aliases: ['gcs'],
    inputs: ['eye_response', 'verbal_response', 'motor_response', 'unreactive_pupils'],
  },
  reference: cases,
  rises: { glasgow_coma_scale: ['eye_response', 'verbal_response', 'motor_response'] },
  falls: { gcs_pupils: ['unreactive_pupils'] },
});
