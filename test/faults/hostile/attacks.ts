import type { Attack } from './flood.ts';

interface Key {
  readonly id: string;
  readonly text: string;
}

/** The means of the hostile tenant: all are available to an account on the free plan. */
export interface Means {
  readonly port: number;
  /** Headers of the admin's session, with the token against forgery. */
  readonly session: readonly string[];
  /** Headers of the sessions of further users. */
  readonly users: readonly (readonly string[])[];
  /** Keys of the admin and of the users, with their ids. */
  readonly keys: readonly Key[];
}

/** The tenant's keys; the oldest are forgotten. */
const MOST_KEYS = 3_000;

function requestOf(
  method: string,
  path: string,
  headers: readonly string[],
  body: Buffer | string | null = null,
): Buffer {
  const bytes = body === null ? null : Buffer.from(body);
  const length = bytes === null ? [] : ['Content-Type: application/json', `Content-Length: ${bytes.length}`];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, ...length, '', ''].join('\r\n');
  return bytes === null ? Buffer.from(head) : Buffer.concat([Buffer.from(head), bytes]);
}

const withKey = (key: string) => [`X-API-Key: ${key}`];

/** All simultaneous attacks. Each of them once delayed other tenants, or could have. */
export function attacks({ session, users, keys: first }: Means): Attack[] {
  const keys = first.map(({ text }) => text);
  let turn = 0;
  const anyKey = () => keys[turn++ % keys.length] ?? '';
  const learn = (text: string | undefined) => {
    if (text === undefined) return;
    keys.push(text);
    if (keys.length > MOST_KEYS) keys.shift();
  };
  const steadily = (name: string, connections: number, request: () => Buffer | null): Attack => ({
    name,
    connections,
    request,
  });
  const same = (name: string, connections: number, bytes: Buffer) => steadily(name, connections, () => bytes);
  const main = withKey(first[0]?.text ?? '');

  return [
    same('batches of a megabyte of unknown members', 2, requestOf('POST', '/api/v1/batch', main, unknownMembers())),
    steadily('invalid batches by many keys', 2, () =>
      requestOf('POST', '/api/v1/batch', withKey(anyKey()), INVALID_BATCH),
    ),
    keyChurn(session, learn),
    ...rotations(first, learn),
    steadily('calculations', 2, () => requestOf('GET', '/api/v1/bmi?weight=80&height=180', withKey(anyKey()))),
    same('lists of calculators', 1, requestOf('GET', '/api/v1?lang=hi', main)),
    steadily('calls of tools', 1, () => requestOf('POST', '/mcp', withKey(anyKey()), TOOL_CALL)),
    same('lists of tools', 1, requestOf('POST', '/mcp', main, TOOL_LIST)),
    steadily('wrong keys', 1, () =>
      requestOf('GET', '/api/v1/bmi', withKey(`vg_live_${(turn++).toString(36).padStart(49, 'a')}`)),
    ),
    same('sign-ins with a thousand members', 1, requestOf('POST', '/platform/v1/session', [], manyMembers(15_800))),
    same('lists of keys', 1, requestOf('GET', '/platform/v1/keys', session)),
    ...users.map((user, at) => same(`usage history of user ${at}`, 1, requestOf('GET', HISTORY, user))),
    same('exports of the audit', 1, requestOf('GET', '/platform/v1/audit.csv', session)),
    same(
      'exports of the usage',
      1,
      requestOf('GET', '/platform/v1/usage.csv?since=2020-01-01&by=day,key,calculator', session),
    ),
    same('documents', 1, requestOf('GET', '/openapi.json', [])),
    steadily('documents in every language', 1, () =>
      requestOf('GET', `/openapi.json?lang=${LANGUAGES[turn++ % 8]}`, []),
    ),
  ];
}

/** Requests whose answers are never read, and heads that never end. */
export function slowRequests({ session, keys }: Means): { readonly unread: Buffer[]; readonly unfinished: Buffer } {
  const main = withKey(keys[0]?.text ?? '');
  return {
    unread: [
      requestOf('GET', '/platform/v1/usage.csv?since=9999-01-01&until=9999-12-31', session),
      requestOf('GET', '/platform/v1/client/export', session),
      requestOf('GET', '/platform/v1/audit.jsonl', session),
      Buffer.concat(Array.from({ length: 50 }, () => requestOf('GET', '/openapi.json', []))),
      Buffer.concat(Array.from({ length: 200 }, () => requestOf('GET', '/api/v1?lang=hi', main))),
    ],
    unfinished: Buffer.from(
      `POST /api/v1/batch HTTP/1.1\r\nHost: x\r\n${main[0]}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
    ),
  };
}

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'ja', 'hi', 'ar'];
const HISTORY = '/platform/v1/usage/history?since=2020-01-01&until=2030-01-01&by=day,key,calculator';

const INVALID_BATCH = JSON.stringify({
  requests: Array.from({ length: 100 }, (_, at) => ({
    calculator: at % 2 === 0 ? 'bmi' : 'tdee',
    input: { wieght: at },
  })),
});
const TOOL_CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'bmi', arguments: { weight: 'x' } },
});
const TOOL_LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

function manyMembers(bytes: number): string {
  const members: string[] = [];
  for (let length = 2; length < bytes - 20; length += members.at(-1)?.length ?? 0)
    members.push(`"m${members.length}":1,`);
  return `{${members.join('').slice(0, -1)}}`;
}

/** The largest batch: every calculation has thousands of unknown inputs. */
function unknownMembers(): string {
  const requests = Array.from({ length: 16 }, () => `{"calculator":"bmi","input":${manyMembers(60_000)}}`);
  return `{"requests":[${requests.join(',')}]}`;
}

/** The admin makes keys and revokes them. */
function keyChurn(session: readonly string[], learn: (key: string | undefined) => void): Attack {
  const made: string[] = [];
  let calls = 0;
  return {
    name: 'keys made and revoked',
    connections: 1,
    request() {
      calls += 1;
      const old = calls % 3 === 0 ? made.shift() : undefined;
      if (old !== undefined) return requestOf('DELETE', `/platform/v1/keys/${old}`, session);
      return requestOf('POST', '/platform/v1/keys', session, '{"name":"k","environment":"live"}');
    },
    answered(status, body) {
      if (status !== 201) return;
      const { id, key }: { readonly id: string; readonly key: string } = JSON.parse(body);
      made.push(id);
      learn(key);
    },
  };
}

/** Every user rotates its own key repeatedly. */
function rotations(keys: readonly Key[], learn: (key: string | undefined) => void): Attack[] {
  return keys.slice(1).map((first, at) => {
    let { id, text } = first;
    return {
      name: `rotations of user ${at}`,
      connections: 1,
      request: () => requestOf('POST', `/platform/v1/keys/${id}/rotate`, withKey(text), '{"overlap_seconds":3600}'),
      answered(status: number, body: string) {
        if (status !== 201) return;
        const next: { readonly id: string; readonly key: string } = JSON.parse(body);
        id = next.id;
        text = next.key;
        learn(text);
      },
    };
  });
}
