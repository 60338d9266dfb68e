import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { readDeprecations } from '../../gateway/request/deprecation/deprecations-file.ts';
import { deprecatedNames } from '../../gateway/request/routes/deprecated-names.ts';
import { saveCheckpoint } from '../../gateway/usage/checkpoint.ts';
import { deprecatedUsage } from '../../gateway/usage/deprecated-usage.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { newCustomer } from '../support/customer.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILE = [
  {
    plugin: 'classic',
    since: '2026-12-01',
    sunset: '2027-12-01',
    successor: '/api/v1',
    information: '/docs/migration',
  },
  { route: '/classic/thr', since: '2026-06-01', successor: 'https://other.example/thr' },
  { route: '/api/v1/tee', since: '2026-11-01' },
];

function written(file: unknown): string {
  const path = join(temporaryFolder('deprecations'), 'deprecations.json');
  writeFileSync(path, JSON.stringify(file));
  return path;
}

describe('a gateway with deprecations', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ DEPRECATIONS_FILE: written(FILE), BASE_URL: 'https://api.example.com' });
  });
  afterAll(() => gateway.stop());

  const headersOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, { headers: { 'X-API-Key': gateway.key } });
    const { headers, status } = response;
    return { status, told: ['deprecation', 'sunset', 'link'].map((name) => headers.get(name)) };
  };

  // 2026-12-01T00:00:00Z is 1796083200 seconds after 1970: 20 788 days.
  const CLASSIC = [
    '@1796083200',
    'Wed, 01 Dec 2027 00:00:00 GMT',
    '<https://api.example.com/api/v1>; rel="successor-version", <https://api.example.com/docs/migration>; rel="deprecation"; type="text/html"',
  ];

  it('announces the deprecation of every route of a plugin, with the successor', async () => {
    expect(await headersOf('/classic/bmi?height=160&weight=80')).toEqual({ status: 200, told: CLASSIC });
    expect(await headersOf('/classic/bmi?height=160')).toEqual({ status: 400, told: CLASSIC });
  });

  it('announces the deprecation of a single route', async () => {
    // 2026-06-01T00:00:00Z: 20 605 days.
    const { told } = await headersOf('/classic/thr?age=30&fitness_level=beginner');
    expect(told).toEqual(['@1780272000', null, '<https://other.example/thr>; rel="successor-version"']);
    expect((await headersOf(TDEE.replace('tdee', 'tee'))).told).toEqual(['@1793491200', null, null]);
  });

  it('adds no header to other routes', async () => {
    expect(await headersOf(TDEE)).toEqual({ status: 200, told: [null, null, null] });
  });
});

describe('the usage report', () => {
  it('lists the clients, keys and routes that still use deprecated ones', async () => {
    const records = await openRecords({ dataDir: temporaryFolder('deprecated-usage') });
    const { clientId, key } = await newCustomer(records, {});
    const none = { included: 0, overage: 0, credits: 0 };
    const line = { day: '2026-11-03', key: key.id, status: '2xx', calls: 4, units: 4 } as const;
    await saveCheckpoint(records, {
      client: clientId,
      month: '2026-11',
      counter: { epoch: 'e', base: none, admitted: none, returned: none },
      credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
      limits: null,
      usage: [
        { ...line, calculator: 'classic-bmi' },
        { ...line, calculator: 'bmi' },
      ],
    });
    const page = { limit: 10, cursor: null };
    const names = deprecatedNames((await loadPlugins([])).plugins, readDeprecations(written([FILE[0]])));
    expect(names).toContain('classic-bodyfat-navy');
    expect(names).not.toContain('bmi');
    expect((await deprecatedUsage(records.db, names, '2026-11', page)).items).toMatchObject([
      { client: clientId, key: key.id, keyName: 'k', name: 'classic-bmi', calls: 4 },
    ]);
    expect((await deprecatedUsage(records.db, names, '2026-10', page)).items).toEqual([]);
    await records.close();
  });
});

it.each([
  [[{ plugin: 'a', route: '/b', since: '2026-01-01' }], 'either a plugin or a route'],
  [[{ since: '2026-01-01' }], 'either a plugin or a route'],
  [[{ plugin: 'a', since: '2026-02-30' }], '0.since'],
  [[{ plugin: 'a', since: '2026-02-02', sunset: '2026-02-01' }], 'before since'],
  [[{ plugin: 'a', since: '2026-02-02', successor: 'ftp://x' }], '0.successor'],
  [[{ plugin: 'a', since: '2026-02-02', successor: '/a>; rel="x"' }], '0.successor'],
  [
    [
      { plugin: 'a', since: '2026-02-02' },
      { plugin: 'a', since: '2026-02-03' },
    ],
    'listed twice',
  ],
])('refuses the file %j', (file, message) => {
  expect(() => readDeprecations(written(file))).toThrow(message);
});
