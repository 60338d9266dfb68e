import { expect, it } from 'vitest';
import { definePlugin } from '../../../plugins/sdk/index.ts';
import { openApiDocument } from './openapi.ts';

const answer = { type: 'object', properties: { lean_mass_kg: { type: 'number' } }, required: ['lean_mass_kg'] };

const plugin = definePlugin({
  name: 'far',
  version: '1.0.0',
  mount: '/api/far',
  channels: ['direct'],
  service: { urls: ['http://127.0.0.1:1'] },
  endpoints: [
    {
      name: 'lean-mass',
      aliases: ['fat-free-mass'],
      methods: ['GET', 'HEAD', 'POST'],
      languages: ['en', 'de'],
      title: { en: 'Lean mass', de: 'Magermasse' },
      summary: 'Body weight without fat.',
      inputs: [
        {
          name: 'weight',
          type: 'number',
          required: true,
          unit: 'kg',
          min: 2,
          max: 650,
          description: { en: 'Body weight' },
        },
        { name: 'splits', type: 'array', required: false, description: 'Splits', min: 1 },
        { name: 'method', type: 'string', required: false, allowed: ['a', 'b'], default: 'a', description: 'Equation' },
      ],
      answer,
      examples: [{ input: { weight: 80 }, output: { lean_mass_kg: 60 }, origin: 'By hand' }],
    },
    { name: 'bare', methods: ['POST'], languages: ['en'] },
  ],
});

const document = openApiDocument({
  plugins: [plugin],
  baseUrl: 'https://x',
  release: '1.0.0',
  platform: false,
  language: 'de',
});

it('documents a calculator of a remote service from its manifest', () => {
  const path = document.paths?.['/api/far/lean-mass'];
  expect(path?.get).toMatchObject({
    operationId: 'getApiFarLeanMass',
    summary: 'Magermasse',
    description: expect.stringMatching(/^Body weight without fat\.\n\n.*`\/api\/far\/fat-free-mass`/),
    tags: ['far'],
    parameters: [
      {
        name: 'weight',
        in: 'query',
        required: true,
        schema: { type: 'number', minimum: 2, maximum: 650 },
        example: 80,
        description: expect.stringMatching(/^Body weight\n\n2 .* 650\u00a0kg$/),
      },
      { name: 'splits', schema: { type: 'array', items: { type: 'number', minimum: 1 } }, explode: false },
      { name: 'method', schema: { type: 'string', enum: ['a', 'b'], default: 'a' } },
      { $ref: '#/components/parameters/lang' },
      { $ref: '#/components/parameters/units' },
      { $ref: '#/components/parameters/detail' },
    ],
    responses: { 200: { content: { 'application/json': { schema: answer } } }, 502: expect.anything() },
  });
  expect(path?.post).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: { required: ['weight'], additionalProperties: false },
          examples: { example_1: { value: { weight: 80 } } },
        },
      },
    },
  });
  expect(document.tags).toContainEqual({ name: 'far', description: 'Magermasse und bare' });
});

it('documents only the methods in the manifest, even of a manifest with nothing else', () => {
  const path = document.paths?.['/api/far/bare'];
  expect(Object.keys(path ?? {})).toEqual(['post']);
  expect(path?.post).toMatchObject({ summary: 'bare', responses: { 200: expect.anything() } });
});
