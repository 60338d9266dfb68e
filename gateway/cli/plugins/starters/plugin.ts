import { definePlugin } from 'vitalgate/plugin';

export default definePlugin({
  name: 'my-service',
  version: '1.0.0',
  mount: '/api/my-service',
  channels: ['direct'],
  service: {
    urls: (process.env.MY_SERVICE_URLS ?? 'http://127.0.0.1:9001').split(','),
    inputs: 'checked',
  },
  endpoints: [
    {
      name: 'lean-mass',
      methods: ['GET', 'HEAD', 'POST'],
      languages: ['en', 'de'],
      title: { en: 'Lean mass', de: 'Magermasse' },
      summary: { en: 'Body weight without fat.', de: 'Körpergewicht ohne Fett.' },
      inputs: [
        { name: 'weight', type: 'number', required: true, unit: 'kg', min: 2, max: 650, description: 'Body weight' },
        { name: 'body_fat', type: 'number', required: true, unit: '%', min: 2, max: 70, description: 'Body fat' },
      ],
      examples: [
        { input: { weight: 80, body_fat: 25 }, output: { lean_mass_kg: 60 }, origin: 'By definition: 80 · 0.75 = 60' },
      ],
    },
  ],
});
