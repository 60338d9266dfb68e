/**
 * The attack: a caller sends thousands of invented members. The answer used to list each one, after a search for a
 * similar name. 64 KB became an answer of 439 KB, 1 MB one of 8.5 MB, and an anonymous sign-in of 15.6 KB one of 82 KB.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

interface Told {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly code: string }[];
  readonly more_errors?: boolean;
}

const MOST_BYTES = 8_192;

/** Members close to `weight`, `email` or `requests`, so that every search finds something. */
function invented(count: number, like: string): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${like}${at % 10}_${at}`.slice(0, 64), 1]));
}

function expectFew(told: Told, text: string): void {
  expect(told.code).toBe('invalid-parameters');
  expect(told.errors).toHaveLength(20);
  expect(told.more_errors).toBe(true);
  expect(told.detail).toBe('More than 20 parameters need correcting; errors lists the first 20.');
  expect(text.length).toBeLessThan(MOST_BYTES);
}

it('lists the first 20 mistakes of a calculation, and says that more follow', async () => {
  const response = await gateway.post('/api/v1/bmi', invented(4_000, 'w'));
  const text = await response.text();
  expect(response.status).toBe(400);
  expectFew(JSON.parse(text), text);
});

it('searches similar names for the first five unknown members only', async () => {
  const names = ['wieght', 'hieght', 'aeg', 'lagn', 'metod', 'weigth', 'heigth'];
  const response = await gateway.post('/api/v1/bmi', Object.fromEntries(names.map((name) => [name, 1])));
  const { errors, more_errors } = (await response.json()) as Told;
  const unknown = errors.filter(({ code }) => code.startsWith('unknown')).map(({ code }) => code);
  expect(unknown).toEqual([...Array(5).fill('unknown_nearest'), 'unknown', 'unknown']);
  expect(more_errors).toBeUndefined();
});

it('lists the first 20 mistakes of a batch, wherever they are', async () => {
  const bodies = [
    { requests: [], ...invented(9_000, 'request') },
    { requests: Array.from({ length: 100 }, () => ({ calculator: 'bmi', input: {}, ...invented(90, 'lan') })) },
    { requests: Array.from({ length: 100 }, () => 1) },
  ];
  for (const body of bodies) {
    const response = await gateway.post('/api/v1/batch', body);
    const text = await response.text();
    expect(response.status).toBe(400);
    expectFew(JSON.parse(text), text);
  }
});

it('answers a batch with at most 1 MB', async () => {
  // 64 characters of three bytes each, and one mistake more than the answer lists: the longest answer for the shortest
  // body.
  const input = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${'体'.repeat(62)}${at + 10}`, 1]));
  const body = JSON.stringify({ requests: Array.from({ length: 100 }, () => ({ calculator: 'bmi', input })) });
  const text = await (await gateway.post('/api/v1/batch', body)).text();
  const { results } = JSON.parse(text) as { results: { status: number; problem: Told }[] };
  for (const { problem } of results) expect(problem.errors).toHaveLength(20);
  expect(Buffer.byteLength(text)).toBeLessThan(1_048_576);
});

it('refuses a body with too many members before parsing it', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const body = JSON.stringify({ requests: [], ...invented(10_000, 'request') });
  const response = await gateway.post('/api/v1/batch', body);
  expect(response.status).toBe(413);
  expect(parse.mock.calls.some(([text]) => text === body)).toBe(false);
  parse.mockRestore();
  expect(await response.json()).toMatchObject({ detail: 'The body may have at most 10000 members.' });
});

it('lists the first 20 mistakes of a tool call', async () => {
  const params = { name: 'bmi', arguments: invented(4_000, 'w') };
  const response = await gateway.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result: { content: [{ text: string }] } };
  expect(JSON.parse(result.content[0].text).errors).toHaveLength(20);
  expect(text.length).toBeLessThan(2 * MOST_BYTES);
});

it('lists the first 20 mistakes to a caller without a credential', async () => {
  const response = await gateway.post('/platform/v1/session', invented(980, 'emai'), {});
  const text = await response.text();
  expect(response.status).toBe(400);
  expectFew(JSON.parse(text), text);
});

describe('an invented name', () => {
  const long = 'n'.repeat(3_000);

  it.each([
    ['unknown', '/api/v1/bmi', `?${long}=1`],
    ['repeated', '/api/v1/bmi', `?${long}=1&${long}=2`],
    ['unknown to the platform', '/platform/v1/me', `?${long}=1`],
    ['repeated at the platform', '/platform/v1/me', `?${long}=1&${long}=2`],
    ['no calculator', `/api/v1/${long}`, ''],
  ])('is echoed with at most 64 characters: %s', async (_name, path, query) => {
    const text = await (await gateway.get(path + query)).text();
    expect(text).toContain('n'.repeat(64));
    expect(text).not.toContain('n'.repeat(65));
  });

  it('is echoed without invisible characters', async () => {
    const text = await (await gateway.post('/api/v1/bmi', { 'a\u202eb\u001b[31m\u2028': 1 })).text();
    expect(text).toContain('a\ufffdb\ufffd[31m\ufffd');
  });
});
