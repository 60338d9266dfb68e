import { describe, expect, it } from 'vitest';
import { type ApiDocument, operationsOf, resolverOf, type Schema } from './document.ts';
import { schemaRows } from './schema-rows.ts';

const document: ApiDocument = {
  paths: {
    '/things/{thing}': {
      get: { operationId: 'getThing', tags: ['things'], parameters: [{ $ref: '#/components/parameters/lang' }] },
      delete: { operationId: 'deleteThing', security: [{ SessionCookie: [] }] },
    },
    '/healthz': { get: { operationId: 'getHealth', security: [] } },
    '/me': { get: { operationId: 'getMe', security: [{ ApiKeyHeader: [] }, { SessionCookie: [] }] } },
  },
  components: {
    parameters: { lang: { name: 'lang', in: 'query' } },
    schemas: { Day: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  },
};
const resolve = resolverOf(document);

const rows = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []) =>
  schemaRows({ type: 'object', properties, required }, resolve);

describe('the members of a schema', () => {
  it('are listed with those of objects, of the entries of lists and of the values of maps', () => {
    const found = rows({
      profile: { type: 'object', properties: { weight: { type: 'number' } } },
      days: { type: 'array', items: { $ref: '#/components/schemas/Day' } },
      by_method: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Day' } },
      held: { anyOf: [{ $ref: '#/components/schemas/Day' }, { type: 'null' }] },
    });
    expect(found.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'profile: object',
      'profile.weight: number',
      'days: object[]',
      'days[].name: string',
      'by_method: object',
      'by_method.*.name: string',
      'held: object | null',
      'held.name: string',
    ]);
  });

  it('have their limits, but not those of every whole number', () => {
    const found = rows({
      weight: { type: 'number', minimum: 2, maximum: 650 },
      units: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      calls: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      list: { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 100 },
      name: { type: ['string', 'null'], maxLength: 64 },
      more: { const: true },
    });
    expect(found.map(({ type }) => type)).toEqual([
      'number 2 – 650',
      'integer',
      'integer ≥ 0',
      'number[] 1 – 100',
      'string | null ≤ 64',
      'true',
    ]);
  });

  it('say whether they are required, their values and their default', () => {
    const [units] = rows({ units: { type: 'string', enum: ['metric', 'imperial'], default: 'metric' } }, ['units']);
    expect(units).toMatchObject({ isRequired: true, values: ['metric', 'imperial'], fallback: '"metric"' });
  });
});

describe('the operations of a document', () => {
  it('need a key, a session, either or nothing', () => {
    expect(operationsOf(document).map(({ id, access }) => [id, access])).toEqual([
      ['getThing', 'key'],
      ['deleteThing', 'session'],
      ['getHealth', 'open'],
      ['getMe', 'either'],
    ]);
  });

  it('have the parameters that they refer to', () => {
    expect(operationsOf(document)[0]?.parameters).toEqual([{ name: 'lang', in: 'query' }]);
  });
});
