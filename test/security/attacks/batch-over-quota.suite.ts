import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bmi } from '../../../calculators/body/bmi.ts';
import { Admission } from '../../../gateway/quota/admission/admission.ts';
import { openRecords, type Records } from '../../../gateway/records/records.ts';
import { answerToHead } from '../../support/answer-to-head.ts';
import { type Customer, newCustomer } from '../../support/customer.ts';
import type { TestGateway } from '../../support/in-process-gateway.ts';

/** The cost of a batch beyond its limits, and its answer, for every counter store. */
export function batchOverQuota(name: string, start: () => Promise<TestGateway>): void {
  describe(name, () => {
    let gateway: TestGateway;
    let records: Records;
    beforeAll(async () => {
      gateway = await start();
      records = await openRecords({ dataDir: gateway.dataDir });
    });
    afterEach(() => vi.restoreAllMocks());
    afterAll(async () => {
      await records.close();
      await gateway.stop();
    });

    const GOOD = { weight: 65, height: 168 };
    const BAD = { weight: '65 kg' };

    interface Result {
      readonly status: number;
      readonly retry_after?: number;
      readonly problem?: Readonly<Record<string, unknown>>;
    }

    async function ask({ headers }: Customer, inputs: readonly object[]): Promise<Result[]> {
      const requests = inputs.map((input) => ({ calculator: 'bmi', input }));
      const response = await gateway.post('/api/v1/batch', { requests }, { ...headers });
      expect(response.status).toBe(200);
      return ((await response.json()) as { results: Result[] }).results;
    }

    /** A customer with one key and `cap` units a month. */
    async function capped(cap: number): Promise<Customer> {
      const one = await newCustomer(records, { quota: 100 });
      await records.db.updateTable('keys').set({ cap }).where('client_id', '=', one.clientId).execute();
      return one;
    }

    async function spent(): Promise<Customer> {
      const one = await newCustomer(records, { quota: 100, burst: { q: 1, w: 86_400 } });
      await one.ask(gateway);
      return one;
    }

    describe('a batch of a caller whose quota is used up', () => {
      it.each([
        ['burst', spent],
        ['month', () => newCustomer(records, { quota: 0 })],
        ['cap', () => capped(0)],
      ])('is refused before anything is computed: %s', async (_name, begin) => {
        const one = await begin();
        const answer = vi.spyOn(bmi, 'answer');
        const results = await ask(
          one,
          Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? GOOD : BAD)),
        );
        expect(results.map(({ status }) => status)).toEqual(Array(100).fill(429));
        expect(results[99]?.problem).toMatchObject({ code: 'quota-exceeded' });
        expect(results[99]?.retry_after).toBeGreaterThan(0);
        expect(answer).not.toHaveBeenCalled();
      });

      it('counts each calculation once as refused', async () => {
        const one = await newCustomer(records, { quota: 0 });
        const refused = vi.spyOn(Admission.prototype, 'recordUncharged');
        await ask(one, Array(100).fill(GOOD));
        expect(refused.mock.calls).toEqual(Array(100).fill([one.clientId, one.key.id, '429']));
      });

      it.each([
        ['with a length', 'Content-Length: 1000000'],
        ['without one', 'Transfer-Encoding: chunked'],
      ])('is refused before a long body has arrived: %s', async (_name, framing) => {
        const one = await spent();
        const answer = await answerToHead(gateway.baseUrl, [
          'POST /api/v1/batch HTTP/1.1',
          'Host: x',
          `X-API-Key: ${one.headers['X-API-Key']}`,
          'Content-Type: application/json',
          framing,
        ]);
        expect(answer).toContain('HTTP/1.1 429 Too Many Requests');
        expect(answer).toContain('X-Gateway-Error: quota-exceeded');
        expect(answer).toMatch(/Retry-After: [1-9]/);
        expect(answer).toContain('"violated-policies":["burst"]');
      });
    });

    describe('a batch near the limit', () => {
      it.each([
        ['month', () => newCustomer(records, { quota: 7 }), 7],
        ['cap', () => capped(7), 7],
        ['burst', () => newCustomer(records, { quota: 100, burst: { q: 7, w: 86_400 } }), 7],
      ])('computes few calculations that are then refused: %s', async (_name, begin, affordable) => {
        const one = await begin();
        const answer = vi.spyOn(bmi, 'answer');
        const results = await ask(one, Array(100).fill(GOOD));
        expect(results.map(({ status }) => status)).toEqual([...Array(affordable).fill(200), ...Array(93).fill(429)]);
        expect(answer.mock.calls.length).toBeLessThanOrEqual(2 * affordable + 1);
      });

      it.each([
        ['month', { quota: 3 }],
        ['month and burst', { quota: 2, burst: { q: 5, w: 86_400 } }],
        ['burst', { quota: 100, burst: { q: 4, w: 86_400 } }],
        ['no credits', { quota: 3, mode: 'credits' as const }],
        ['ceiling', { quota: 2, mode: 'soft' as const, ceiling: 4 }],
      ])('gets the verdicts that its calculations get one by one: %s', async (_name, limits) => {
        const inputs = [BAD, GOOD, GOOD, BAD, GOOD, GOOD, BAD, GOOD];
        const alone = await newCustomer(records, limits);
        const expected: number[] = [];
        for (const input of inputs)
          expected.push((await gateway.post('/api/v1/bmi', input, { ...alone.headers })).status);
        const together = await newCustomer(records, limits);
        expect((await ask(together, inputs)).map(({ status }) => status)).toEqual(expected);
        expect(await together.left(gateway)).toBe(await alone.left(gateway));
      });
    });

    it('searches similar names for the first five unknown calculators only', async () => {
      const one = await newCustomer(records, { quota: 100 });
      const requests = Array.from({ length: 100 }, () => ({ calculator: 'tdeee', input: {} }));
      const response = await gateway.post('/api/v1/batch', { requests }, { ...one.headers });
      const { results } = (await response.json()) as { results: Result[] };
      expect(results.filter(({ status }) => status === 404)).toHaveLength(100);
      expect(results.filter(({ problem }) => problem?.nearest !== undefined)).toHaveLength(5);
    });
  });
}
