import { definePlugin } from 'vitalgate/plugin';

/**
 * The calculators of `service.py`: the service does not know this file, and the gateway knows nothing else of the
 * service.
 */
export default definePlugin({
  name: 'python',
  version: '1.0.0',
  mount: '/api/python',
  channels: ['direct'],
  service: { urls: (process.env.PYTHON_URLS ?? 'http://127.0.0.1:8090').split(',') },
  endpoints: [
    {
      name: 'fat-mass',
      aliases: ['body-fat-mass'],
      methods: ['GET', 'HEAD', 'POST'],
      languages: ['en', 'de', 'fr'],
      title: { en: 'Fat mass', de: 'Fettmasse', fr: 'Masse grasse' },
      summary: {
        en: 'The fat and the lean part of the body weight.',
        de: 'Fett und Magermasse am Körpergewicht.',
        fr: 'La part grasse et la part maigre du poids.',
      },
      inputs: [
        { name: 'weight', type: 'number', required: true, unit: 'kg', min: 2, max: 650, description: 'Body weight' },
        { name: 'body_fat', type: 'number', required: true, unit: '%', min: 2, max: 70, description: 'Body fat' },
      ],
      examples: [
        {
          input: { weight: 80, body_fat: 25 },
          output: { fat_mass_kg: 20, lean_mass_kg: 60, profile: { weight_kg: 80, body_fat_percent: 25 } },
          origin: 'By definition: 80 · 0.25 = 20',
        },
        {
          input: { weight: 64.5, body_fat: 31 },
          output: { fat_mass_kg: 20, lean_mass_kg: 44.51 },
          origin: 'By hand: 64.5 · 0.31 = 19.995, half away from zero 20.00; 64.5 - 19.995 = 44.505',
        },
      ],
    },
    {
      name: 'exercise-intensity',
      methods: ['GET', 'HEAD', 'POST'],
      languages: ['en', 'de', 'fr'],
      cost: 2,
      title: 'Exercise intensity',
      inputs: [
        {
          name: 'heart_rate',
          type: 'number',
          required: true,
          unit: 'bpm',
          min: 25,
          max: 240,
          description: 'Heart rate',
        },
        { name: 'age', type: 'integer', required: true, min: 18, max: 100, description: 'Age in years' },
        {
          name: 'method',
          type: 'string',
          required: false,
          allowed: ['fox', 'tanaka'],
          default: 'fox',
          description: 'Equation for the maximal heart rate',
        },
      ],
      examples: [
        {
          input: { heart_rate: 140, age: 40 },
          output: { max_heart_rate: 180, percent_of_max: 77.78, intensity: 'vigorous', intensity_label: 'Vigorous' },
          origin: 'By hand: 220 - 40 = 180; 140 / 180 = 0.7778; vigorous is 77 to 95 %',
        },
        {
          input: { heart_rate: 140, age: 40, method: 'tanaka' },
          output: { max_heart_rate: 180, percent_of_max: 77.78 },
          origin: 'By hand: 208 - 28 = 180',
        },
        {
          input: { heart_rate: 96, age: 70 },
          output: { percent_of_max: 64, intensity: 'moderate' },
          origin: 'By hand: 96 / 150 = 0.64, the lower bound of moderate',
        },
      ],
    },
  ],
});
