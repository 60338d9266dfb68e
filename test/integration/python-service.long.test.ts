import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { overHttp } from '../../plugins/sdk/conformance/calls/over-http.ts';
import { type CheckResult, checkService } from '../../plugins/sdk/conformance/check-plugin.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { freePort } from '../support/free-port.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { PYTHON_PLUGIN, startPythonService } from '../support/python-service.ts';
import { type RunningService, TEST_SECRET } from '../support/service.ts';
import { describeWith } from '../support/suites.ts';

const FAT_MASS = '/api/python/fat-mass?weight=80&body_fat=25';
const INTENSITY = '/api/python/exercise-intensity?heart_rate=140&age=40';
const QUOTA = 1_000;

const port = await freePort();
const environment = { BASE_URL: `http://127.0.0.1:${port}` };

const failing = (results: readonly CheckResult[]) => results.filter(({ failures }) => failures.length > 0);

describeWith(
  'a service in Python, written after docs/services.md',
  () => startPythonService(environment),
  (python) => {
    afterAll(() => python.stop());

    async function check(service: RunningService): Promise<CheckResult[]> {
      const { plugins } = await loadPlugins([PYTHON_PLUGIN]);
      const plugin = plugins.find(({ name }) => name === 'python');
      if (!plugin) throw new Error('the plugin is refused');
      const transport = overHttp({ url: service.baseUrl, plugin: 'python', secret: TEST_SECRET });
      try {
        return await checkService(plugin, transport);
      } finally {
        transport.close();
      }
    }

    describe('by itself', () => {
      it('passes the conformance suite', async () => {
        const results = await check(python);
        expect(failing(results)).toEqual([]);
        expect(results.length).toBeGreaterThan(50);
      });

      it('passes it when it answers unsigned calls as not authenticated', async () => {
        const service = await startPythonService({ ...environment, SERVICE_UNSIGNED: 'answer' });
        expect(failing(await check(service))).toEqual([]);
        expect(await service.stop()).toBe(0);
      });

      it('is checked by the command line, which exits with 0 on success and with 1 on a failure', async () => {
        const command = ['gateway/cli/plugins/main.ts', 'check', PYTHON_PLUGIN, python.baseUrl];
        const checkWith = (secret: string) =>
          promisify(execFile)(process.execPath, command, { env: { PATH: process.env.PATH, SERVICE_SECRET: secret } });
        const { stdout } = await checkWith(TEST_SECRET);
        expect(stdout).toMatch(
          /^python at http.*\nok {4}\/healthz {2}1 check\nok .*fat-mass .*\nok .*exercise-intensity .*\n$/,
        );
        await expect(checkWith('x'.repeat(32))).rejects.toMatchObject({
          code: 1,
          stdout: expect.stringMatching(/secret: .* was answered 401.*\n.*mend: /),
        });
      });
    });

    describe('through the gateway', () => {
      let gateway: TestGateway;
      let records: Records;
      let customer: Customer;
      let second: RunningService;
      beforeAll(async () => {
        second = await startPythonService(environment);
        vi.stubEnv('PYTHON_URLS', `${python.baseUrl},${second.baseUrl}`);
        // A module is loaded once: the plugin must be loaded after its addresses are known.
        vi.resetModules();
        gateway = await startTestGateway({
          PORT: String(port),
          PLUGINS: PYTHON_PLUGIN,
          SERVICE_SECRET: `${TEST_SECRET},another-secret-that-nobody-uses-any-more`,
        });
        records = await openRecords({ dataDir: gateway.dataDir });
        customer = await newCustomer(records, { quota: QUOTA });
      });
      afterAll(async () => {
        vi.unstubAllEnvs();
        await second.stop();
        await records.close();
        await gateway.stop();
      });

      let before: number;
      beforeEach(async () => {
        before = await customer.left(gateway);
      });
      const charged = async () => before - (await customer.left(gateway));
      const get = (path: string, headers: Record<string, string> = {}) =>
        fetch(gateway.baseUrl + path, { headers: { ...customer.headers, ...headers } });

      it('answers GET, POST and HEAD, each charged with its cost', async () => {
        const answer = await get(FAT_MASS);
        expect(await answer.json()).toEqual({
          fat_mass_kg: 20,
          lean_mass_kg: 60,
          profile: { weight_kg: 80, body_fat_percent: 25 },
          language: 'en',
          _api_metadata_: { endpoint_name: 'fat-mass', authenticated: true },
        });
        expect(answer.headers.get('RateLimit')).toContain('"month";r=999;');
        expect(await charged()).toBe(1);
        const posted = await fetch(`${gateway.baseUrl}/api/python/exercise-intensity`, {
          method: 'POST',
          headers: { ...customer.headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ heart_rate: 140, age: 40 }),
        });
        expect(await posted.json()).toMatchObject({ percent_of_max: 77.78, intensity_label: 'Vigorous' });
        expect(await charged()).toBe(3);
        const head = await fetch(gateway.baseUrl + INTENSITY, { method: 'HEAD', headers: customer.headers });
        expect([head.status, head.headers.get('Content-Language'), await head.text()]).toEqual([200, 'en', '']);
        expect(await charged()).toBe(5);
      });

      it('answers in the language that the gateway negotiates', async () => {
        const spoken = async (path: string, acceptLanguage: string) => {
          const answer = await get(path, { 'Accept-Language': acceptLanguage });
          const { language, intensity_label: label } = (await answer.json()) as Record<string, unknown>;
          expect(answer.headers.get('Content-Language')).toBe(language);
          return [language, label];
        };
        expect(await spoken(INTENSITY, 'de-AT, en;q=0.5')).toEqual(['de', 'Anstrengend']);
        expect(await spoken(INTENSITY, 'ja, fr;q=0.5')).toEqual(['fr', 'Intense']);
        expect(await spoken(INTENSITY, 'ja')).toEqual(['en', 'Vigorous']);
        expect(await spoken(`${INTENSITY}&lang=fr`, 'de')).toEqual(['fr', 'Intense']);
      });

      it('reports problems like the calculators of the gateway, uncharged', async () => {
        const answer = await get('/api/python/fat-mass?weight=80kg&colour=red&lang=de');
        expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
          400,
          'application/problem+json; charset=utf-8',
        ]);
        expect(answer.headers.has('X-Gateway-Error')).toBe(false);
        const body = (await answer.json()) as Record<string, unknown>;
        expect(body).toMatchObject({
          type: `${gateway.baseUrl}/docs/errors/invalid-parameters`,
          status: 400,
          code: 'invalid-parameters',
          request_id: answer.headers.get('X-Request-Id'),
          language: 'de',
          errors: [
            { field: 'colour', code: 'unknown' },
            { field: 'weight', code: 'not_a_number' },
            { field: 'body_fat', code: 'missing', message: 'body_fat fehlt.' },
          ],
        });
        expect((await fetch(body.type as string)).status).toBe(200);
        expect(await charged()).toBe(0);
      });

      it('is subject to the key, the list and the methods of the gateway', async () => {
        expect((await fetch(gateway.baseUrl + FAT_MASS)).status).toBe(401);
        expect((await get('/api/python/fat-mas')).status).toBe(404);
        const wrong = await fetch(gateway.baseUrl + FAT_MASS, { method: 'DELETE', headers: customer.headers });
        expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
        const list = (await (await get('/api/python?lang=de')).json()) as { calculators: Record<string, unknown>[] };
        expect(list.calculators.map(({ name, title, family }) => [name, title, family])).toEqual([
          ['exercise-intensity', 'Exercise intensity', 'python'],
          ['fat-mass', 'Fettmasse', 'python'],
        ]);
        expect(list.calculators[1]).toMatchObject({ aliases: ['body-fat-mass'], languages: ['en', 'de', 'fr'] });
        const document: unknown = await (await fetch(`${gateway.baseUrl}/openapi.json`)).json();
        expect(document).toHaveProperty(['paths', '/api/python/fat-mass', 'get']);
        expect(await charged()).toBe(0);
      });

      it('sends no key to the service, neither from the header nor from the query', async () => {
        const key = encodeURIComponent(customer.key.text);
        const answer = await fetch(`${gateway.baseUrl}${FAT_MASS}&apikey=${key}`);
        expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ fat_mass_kg: 20 })]);
      });

      it('keeps answering with one of two instances', async () => {
        second.kill('SIGTERM');
        expect(await second.exited).toBe(0);
        const statuses = [];
        for (let call = 0; call < 10; call++) statuses.push((await get(FAT_MASS)).status);
        expect(statuses).toEqual(Array(10).fill(200));
        expect(await charged()).toBe(10);
      });
    });
  },
);
