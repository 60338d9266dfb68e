import { describe, expect, it } from 'vitest';
import energy from '../../v1-energy/plugin.ts';
import { definePlugin } from './define-plugin.ts';
import { pluginMistakes } from './plugin-mistakes.ts';

const fatMass = {
  name: 'fat-mass',
  aliases: ['fat'],
  methods: ['GET', 'HEAD', 'POST'],
  languages: ['en', 'de'],
  title: { en: 'Fat mass', de: 'Fettmasse' },
  inputs: [
    { name: 'weight', type: 'number', required: true, description: 'Body weight', unit: 'kg', min: 2, max: 650 },
  ],
  answer: { type: 'object' },
  examples: [{ input: { weight: 80 }, output: { fat_mass_kg: 20 }, origin: 'By hand' }],
} as const;

const remote = definePlugin({
  name: 'acme',
  version: '1.0.0',
  mount: '/api/acme',
  channels: ['direct'],
  endpoints: [fatMass],
  service: { urls: ['http://127.0.0.1:9001', 'https://calc.example.com/'], timeout: { answer: 2_000 } },
});

const withEndpoint = (change: object) => pluginMistakes({ ...remote, endpoints: [{ ...fatMass, ...change }] });
const withService = (service: object) => pluginMistakes({ ...remote, service });

describe('a plugin is good', () => {
  it('with calculators, with endpoints that a service answers, with calculators of a remote service', () => {
    expect(pluginMistakes(energy)).toEqual([]);
    expect(pluginMistakes(remote)).toEqual([]);
    expect(pluginMistakes({ ...energy, service: remote.service })).toEqual([]);
  });
});

describe('a plugin is refused', () => {
  it('with every reason at once', () => {
    const broken = {
      ...remote,
      name: 'Acme',
      endpoints: [{ ...fatMass, name: 'fat_mass', methods: ['PUT'], languages: ['de'] }],
      service: { urls: ['calc.example.com'], timeout: { answer: 0 }, retries: 3 },
    };
    expect(pluginMistakes(broken)).toEqual([
      'name: must be kebab-case',
      'endpoints.0.name: must be kebab-case',
      expect.stringMatching(/^endpoints\.0\.methods\.0: /),
      'endpoints.0.languages: must contain en',
      'service.urls.0: must be an address such as http://10.0.0.7:8090, without path, query or user',
      expect.stringMatching(/^service\.timeout\.answer: /),
      expect.stringMatching(/^service: .*retries/),
    ]);
  });

  it.each([
    'http://user:secret@calc.example.com',
    'http://calc.example.com/?a=1',
    'http://calc.example.com#a',
    'http://calc.example.com/path',
    'ftp://calc.example.com',
    '//calc.example.com',
    'http://',
    'http://a b',
    'http://calc.example.com:99999',
  ])('with the address %s', (url) => {
    expect(withService({ urls: [url] })).toEqual([expect.stringMatching(/^service\.urls\.0: must be an address/)]);
  });

  it('without an address, or with one twice', () => {
    expect(withService({ urls: [] })).toEqual(['service.urls: must name at least one address']);
    expect(withService({ urls: ['http://a', 'http://a'] })).toEqual(['service.urls: must not name an address twice']);
  });

  it('where its endpoints have no service and no code', () => {
    const { service: _, ...alone } = remote;
    expect(pluginMistakes(alone)).toEqual(['service: must name the addresses where the endpoints are answered']);
  });

  it('with both calculators and endpoints, or neither', () => {
    expect(pluginMistakes({ ...energy, endpoints: [fatMass], service: remote.service })).toEqual([
      'endpoints: describe calculators of a remote service, not those given here',
    ]);
    expect(pluginMistakes({ ...remote, endpoints: [] })).toEqual(['calculators: must expose at least one calculator']);
  });

  it('where a segment or an input occurs twice', () => {
    expect(pluginMistakes({ ...remote, endpoints: [fatMass, { ...fatMass, name: 'fat', aliases: [] }] })).toEqual([
      'endpoints: fat occurs twice',
    ]);
    expect(withEndpoint({ inputs: [...fatMass.inputs, ...fatMass.inputs] })).toEqual([
      'endpoints: fat-mass has the input weight twice',
    ]);
  });

  it('with texts that lack English, bounds that cross, a media type with parameters', () => {
    expect(withEndpoint({ title: { de: 'Fettmasse' } })).toEqual([
      'endpoints.0.title: must be a text, or texts by language with en among them',
    ]);
    expect(withEndpoint({ inputs: [{ ...fatMass.inputs[0], min: 3, max: 2 }] })).toEqual([
      'endpoints.0.inputs.0: min must not be above max',
    ]);
    expect(withEndpoint({ mediaTypes: ['text/html; charset=utf-8'] })).toHaveLength(1);
  });

  it('for a newer version of the plugin API, and with a version that is not semantic', () => {
    expect(pluginMistakes({ ...energy, api: 1, version: '1.2.3-beta.1+build.7' })).toEqual([]);
    expect(pluginMistakes({ ...energy, api: 2 })).toEqual([
      'api: is written for version 2 of the plugin API; this gateway has 1',
    ]);
    for (const version of ['1', '1.0', '01.0.0', '1.0.0-', 'v1.0.0']) {
      expect(pluginMistakes({ ...energy, version }), version).toEqual(['version: must be a version such as 1.0.0']);
    }
  });

  it('that definePlugin did not make', () => {
    const { name, version, mount, channels } = energy;
    expect(pluginMistakes({ name, version, mount, channels, calculators: energy.calculators })).toEqual([
      'endpoints: is missing: a plugin is made by definePlugin',
    ]);
  });
});
