import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { acute } from './family.ts';

/** Severity of an injury of the brain. */
const classes = classTable({ severe: 3, moderate: 9, mild: 13 });

/** Level of consciousness by the best response of eyes, voice and limbs. */
export const glasgowComaScale = defineCalculator({
  name: 'glasgow-coma-scale',
  family: acute,
  since: 'v1.0.0',
  aliases: ['gcs'],
  input: z.object({
    eye_response: field.count({ min: 1, max: 4 }),
    verbal_response: field.count({ min: 1, max: 5 }),
    motor_response: field.count({ min: 1, max: 6 }),
    unreactive_pupils: field.count({ min: 0, max: 2 }).optional(),
  }),
  output: z.object({
    glasgow_coma_scale: result.rounded(0),
    category: result.classOf(classes),
    gcs_pupils: result.rounded(0).optional(),
  }),
  profile: ['eye_response', 'verbal_response', 'motor_response', 'unreactive_pupils'],
  equations: {
    glasgow: {
      formula: 'GCS = eye (1 to 4) + verbal (1 to 5) + motor response (1 to 6); GCS-P = GCS − unreactive pupils',
      sources: [
        {
          citation: 'Teasdale G, Jennett B. Assessment of coma and impaired consciousness. Lancet 1974;304:81-84',
          doi: '10.1016/S0140-6736(74)91639-0',
        },
        {
          citation:
            'Teasdale G, Maas A, Lecky F, Manley G, Stocchetti N, Murray G. The Glasgow Coma Scale at 40 years: standing the test of time. Lancet Neurol 2014;13:844-854',
          doi: '10.1016/S1474-4422(14)70120-6',
        },
      ],
    },
  },
  sources: [
    {
      citation:
        'Brennan PM, Murray GD, Teasdale GM. Simplifying the use of prognostic information in traumatic brain injury. Part 1: the GCS-Pupils score. J Neurosurg 2018;128:1612-1620',
      doi: '10.3171/2017.12.JNS172780',
    },
  ],
  examples: [
    {
      input: { eye_response: 2, verbal_response: 2, motor_response: 5 },
      output: { glasgow_coma_scale: 9, category: 'moderate' },
      origin: 'By hand: 2 + 2 + 5 = 9, where the moderate class begins',
    },
    {
      input: { eye_response: 2, verbal_response: 2, motor_response: 4, unreactive_pupils: 1 },
      output: { glasgow_coma_scale: 8, category: 'severe', gcs_pupils: 7 },
      origin: 'By hand: 2 + 2 + 4 = 8; 8 − 1 = 7',
    },
    {
      input: { eye_response: 3, verbal_response: 4, motor_response: 6, unreactive_pupils: 0 },
      output: { glasgow_coma_scale: 13, category: 'mild', gcs_pupils: 13 },
      origin: 'By hand: 3 + 4 + 6 = 13, where the mild class begins',
    },
    {
      input: { eye_response: 1, verbal_response: 1, motor_response: 1, unreactive_pupils: 2 },
      output: { glasgow_coma_scale: 3, category: 'severe', gcs_pupils: 1 },
      origin: 'By hand: 1 + 1 + 1 = 3; 3 − 2 = 1, the lowest score',
    },
  ],
  calculate({ eye_response, verbal_response, motor_response, unreactive_pupils }) {
    const sum = eye_response + verbal_response + motor_response;
    return {
      glasgow_coma_scale: sum,
      category: classify(sum, classes),
      ...(unreactive_pupils === undefined ? {} : { gcs_pupils: sum - unreactive_pupils }),
    };
  },
  explain: () => ({ notes: ['glasgow-coma-scale.every_response'] }),
});
