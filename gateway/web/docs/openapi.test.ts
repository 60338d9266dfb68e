import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { hostPlugin, type Plugin } from '../../../plugins/sdk/index.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { PROBLEMS } from '../../request/problems/catalogue.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';

const BASE_URL = 'https://api.example.com';

let plugins: readonly Plugin[];
let english: OpenApiDocument;
beforeAll(async () => {
  ({ plugins } = await loadPlugins([]));
  english = documentIn('en');
});

function documentIn(language: Language): OpenApiDocument {
  return openApiDocument({ plugins, baseUrl: BASE_URL, release: '1.0.0', platform: true, language });
}

/** Follows member names through a document. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}

/** The parameter of an operation, by name. */
function parameter(operation: unknown, name: string): Record<string, unknown> | undefined {
  const list = at(operation, 'parameters') as Record<string, unknown>[];
  return list.find((candidate) => candidate.name === name);
}

function refs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refs);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refs(member),
  );
}

describe('the OpenAPI document', () => {
  it('keeps a formula in one piece in a right-to-left description', () => {
    const describedIn = (language: Language) =>
      String(at(documentIn(language), 'paths', '/api/v1/bmi', 'get', 'description'));
    expect(describedIn('ar')).toMatch(/^- .*: \u2066[^\u2066\u2069]+\u2069$/m);
    expect(describedIn('de')).not.toMatch(/[\u2066-\u2069]/);
  });

  it('has GET and POST for every calculator, the list and the health checks', () => {
    const paths = at(english, 'paths') as Record<string, object>;
    for (const { mount, calculators, problems } of plugins) {
      // The classic API has its own error format and its own guide.
      if (problems) {
        expect(Object.keys(paths).filter((path) => path.startsWith(mount))).toEqual([]);
        continue;
      }
      expect(Object.keys(paths[mount] ?? {})).toEqual(['get']);
      for (const { name } of calculators) expect(Object.keys(paths[`${mount}/${name}`] ?? {})).toEqual(['get', 'post']);
    }
    expect(paths).toHaveProperty(['/healthz']);
    expect(paths).toHaveProperty(['/readyz']);
    expect(at(english, 'info', 'version')).toBe('1.0.0');
    expect(at(english, 'servers')).toEqual([{ url: BASE_URL }]);
  });

  it('shows real answers of the API as examples', () => {
    for (const plugin of plugins) {
      for (const endpoint of hostPlugin(plugin, BASE_URL)) {
        const operation = at(english, 'paths', plugin.mount + endpoint.path, 'post');
        if (!operation) continue;
        const requests = at(operation, 'requestBody', 'content', 'application/json', 'examples') as object;
        expect(Object.keys(requests).length).toBeGreaterThan(0);
        for (const [key, request] of Object.entries(requests)) {
          const { status, body } = endpoint.respond({
            method: 'POST',
            query: [],
            contentType: 'application/json',
            body: new TextEncoder().encode(JSON.stringify(request.value)),
            language: 'en',
            authenticated: true,
            requestId: 'x',
          });
          const [response] = refs(at(operation, 'responses', '200'));
          const name = response?.split('/').at(-1) ?? '';
          const shown = at(english, 'components', 'responses', name, 'content', 'application/json', 'examples', key);
          expect(status).toBe(200);
          expect(at(shown, 'value')).toEqual(JSON.parse(body));
        }
      }
    }
  });

  // 20 kg / 0.45359237 = 44.092 lb and 650 kg = 1433.005 lb; 100 cm / 2.54 = 39.370 in and 272 cm = 107.087 in.
  it('documents numbers with their unit, their bounds in both systems, and a schema that accepts both', () => {
    const tdee = at(english, 'paths', '/api/v1/tdee', 'get');
    expect(parameter(tdee, 'weight')).toMatchObject({
      required: true,
      description: 'Body weight\n\n20 to 650 kg; with units=imperial 44.09 to 1433 lb',
      schema: { type: 'number', minimum: 20, maximum: 1433.01 },
      example: 82,
    });
    expect(parameter(tdee, 'height')).toMatchObject({
      description: expect.stringMatching(/^Standing height.*\n\n100 to 272 cm; with units=imperial 39.37 to 107.09 in/),
      schema: { type: 'number', minimum: 39.37, maximum: 272 },
    });
    expect(parameter(tdee, 'age')).toMatchObject({ schema: { type: 'integer', minimum: 18, maximum: 100 } });
  });

  it('documents an enumeration with its values, their texts, its default and its synonyms', () => {
    const tdee = at(english, 'paths', '/api/v1/tdee', 'get');
    const method = parameter(tdee, 'method');
    expect(method).toMatchObject({
      required: false,
      schema: { enum: expect.arrayContaining(['mifflin_st_jeor', 'harris_benedict_1984', 'katch_mcardle']) },
    });
    const water = at(english, 'paths', '/api/v1/total-body-water', 'get');
    expect(parameter(water, 'method')).toMatchObject({
      schema: { enum: ['watson', 'hume_weyers', 'all'], default: 'watson' },
    });
    expect(method?.description).toContain('- `mifflin_st_jeor`: Mifflin–St Jeor (1990)');
    expect(method?.description).toContain('`mifflin` = `mifflin_st_jeor`');
    expect(method?.description).toContain('Other accepted names of this parameter: `equation`, `formula`');
    expect(parameter(tdee, 'gender')?.description).toContain('- `female`: Female');
  });

  it('has the same inputs in the body of a POST, and the controls in the query', () => {
    const post = at(english, 'paths', '/api/v1/tdee', 'post');
    const schema = at(post, 'requestBody', 'content', 'application/json', 'schema');
    expect(schema).toMatchObject({
      required: ['weight', 'height', 'age', 'gender'],
      additionalProperties: false,
    });
    expect(refs(at(post, 'parameters'))).toEqual(
      ['lang', 'units', 'detail', 'as_of', 'IdempotencyKey'].map((name) => `#/components/parameters/${name}`),
    );
  });

  it('has no dangling references', () => {
    for (const ref of new Set(refs(english))) {
      expect(at(english, ...ref.slice('#/'.length).split('/')), ref).toBeDefined();
    }
  });

  it('has no schema that nothing uses', () => {
    const used = new Set(refs(english));
    const schemas = Object.keys(at(english, 'components', 'schemas') as object);
    expect(schemas.filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  it('shows only problems of its status under each status', () => {
    const responses = at(english, 'paths', '/api/v1/bmi', 'post', 'responses') as Record<string, unknown>;
    const statuses = Object.keys(responses).filter((status) => status !== '200');
    expect(statuses).toEqual('400 401 403 404 405 409 413 414 415 422 429 500 502 503 504'.split(' '));
    for (const status of statuses) {
      const [name = ''] = refs(responses[status]).map((ref) => ref.split('/').at(-1) ?? '');
      const content = at(english, 'components', 'responses', name, 'content', 'application/problem+json');
      for (const [code, { value }] of Object.entries(at(content, 'examples') as Record<string, { value: object }>)) {
        expect(value).toMatchObject({ code, status: Number(status), type: `${BASE_URL}/docs/errors/${code}` });
        expect(PROBLEMS).toHaveProperty(code, Number(status));
      }
    }
  });

  it('requires a key everywhere, in a header or in the query, except for the health checks', () => {
    expect(at(english, 'security')).toEqual([{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }]);
    expect(at(english, 'components', 'securitySchemes')).toMatchObject({
      ApiKeyHeader: { in: 'header', name: 'X-API-Key' },
      ApiKeyQuery: { in: 'query', name: 'apikey' },
    });
    expect(at(english, 'paths', '/healthz', 'get', 'security')).toEqual([]);
    expect(at(english, 'paths', '/api/v1', 'get', 'security')).toBeUndefined();
  });

  it.each(LANGUAGES)('can be written in %s, with unchanged names', (language) => {
    const document = documentIn(language);
    expect(Object.keys(at(document, 'paths') as object)).toEqual(Object.keys(at(english, 'paths') as object));
    const example = [
      'components',
      'responses',
      'Tdee',
      'content',
      'application/json',
      'examples',
      'example_1',
      'value',
    ];
    expect(at(document, ...example)).toMatchObject({ tdee: 2739.63, language });
    if (language !== 'en') expect(at(document, 'info', 'description')).not.toBe(at(english, 'info', 'description'));
  });

  it('uses the German catalogues for German texts', () => {
    const parameters = at(documentIn('de'), 'components', 'parameters');
    expect(at(parameters, 'units', 'description')).toContain('Einheitensystem');
  });

  it('mentions aliases and leaves out plugins that only a marketplace may call', () => {
    const plugin = plugins.find(({ calculators }) => calculators.length > 0);
    const [calculator] = plugin?.calculators ?? [];
    if (!plugin || !calculator) throw new Error('no calculator');
    const direct = { ...plugin, mount: '/api/v2', calculators: [{ ...calculator, aliases: ['quetelet'] }] };
    const sold: Plugin = { ...plugin, mount: '/sold', channels: ['marketplace'] };
    const options = {
      plugins: [direct, sold],
      baseUrl: BASE_URL,
      release: '1.0.0',
      platform: false,
      language: 'en',
    } as const;
    const paths = at(openApiDocument(options), 'paths');
    expect(Object.keys(paths as object)).toEqual(['/api/v2', `/api/v2/${calculator.name}`, '/healthz', '/readyz']);
    const description = at(paths, `/api/v2/${calculator.name}`, 'get', 'description');
    expect(description).toContain('Also found at: `/api/v2/quetelet`');
  });
});
