import { LANGUAGES } from '../../calculators/kit/index.ts';
import { PROBLEMS } from '../../gateway/request/problems/catalogue.ts';
import type { AnswerSchemas } from './answer-schemas.ts';
import { idsOfOthers } from './doors/platform.ts';
import type { Answer, Shot } from './shot.ts';
import type { World } from './world.ts';

/** Texts that no answer may hold: a stack, a path of the machine, an SQL query, a password hash. */
const INSIDE = /\n\s+at .+:\d+:\d+|node:internal|node_modules|\$argon2|SQLITE_|\/gateway\/[a-z-]+\/|select \* from/i;

/** Values that no number may become. */
const NO_NUMBER = /NaN|Infinity|undefined|\[object Object\]/;

const API = /^\/(api|classic|platform|mcp)(\/|$|\?)/;

/** Answers of Node's own parser to input that is not HTTP, before the gateway sees it. */
const OF_THE_PARSER = new Set([400, 408, 413, 431]);

export interface Watch {
  readonly world: World;
  readonly schemas: AnswerSchemas;
  /** The longest time for an answer in milliseconds. */
  readonly limitMs: number;
}

/** All broken invariants of an answer. */
export function violations({ world, schemas, limitMs }: Watch, shot: Shot, answer: Answer): string[] {
  const { status, body, headers, ms } = answer;
  const wrong: string[] = [];
  const say = (what: string | null) => {
    if (what !== null) wrong.push(what);
  };
  if (status < 200 || status > 599) say(`status ${status}`);
  if (status >= 500 && !(status === 503 && shot.inThread && headers.has('retry-after'))) say(`${status}`);
  if (ms > limitMs) say(`answered after ${ms.toFixed(0)} ms`);
  if (shot.mustFail !== undefined && status < 300) say(`${status} although it must fail: ${shot.mustFail}`);
  if (shot.admin === undefined || status >= 500) say(leak(shot, answer, world));
  if (shot.raw !== undefined || shot.admin !== undefined) return wrong;
  if (!headers.has('x-request-id') && OF_THE_PARSER.has(status) && body === '') say(`${status} of the parser alone`);

  const type = headers.get('content-type') ?? '';
  const json = /json(;|$)/.test(type) && !headers.has('content-encoding') ? parsed(body) : undefined;
  if (json === NOT_JSON && body !== '') say('a body that is no JSON');
  if (API.test(shot.target)) say(apiHeaders(answer));
  if (
    headers.get('x-content-type-options') !== 'nosniff' &&
    !/^\/(healthz|readyz)/.test(shot.target) &&
    !/^3/.test(String(status))
  )
    say('no X-Content-Type-Options');
  const isPage = /text\/html/.test(type);
  if (isPage && !headers.has('content-security-policy')) say('a page without Content-Security-Policy');
  // A page of the portal shows a mistake beside the form.
  if (status >= 400 && !(isPage && PORTAL.test(shot.target))) say(problem(shot, answer, json));
  if (status < 300 && typeof json === 'object') {
    if (shot.operation !== undefined) say(schemas.mistake(shot.operation, status, json));
    if (/^\/(api|classic)\//.test(shot.target) && shot.operation !== 'POST /api/v1/batch' && NO_NUMBER.test(body))
      say('an invalid number');
    if (shot.tenant !== undefined)
      for (const id of idsOfOthers(body, shot.tenant, world)) say(`${id} of another client`);
  }
  return wrong;
}

const PORTAL = /^\/(docs\/calculators|embed)\//;

const NOT_JSON = Symbol('not JSON');

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return NOT_JSON;
  }
}

function apiHeaders({ headers }: Answer): string | null {
  if (!/^[0-9a-f]{16}-[0-9a-z]+$/.test(headers.get('x-request-id') ?? '')) return 'no X-Request-Id';
  return headers.get('cache-control') === 'private, no-store' ? null : `Cache-Control: ${headers.get('cache-control')}`;
}

interface Problem {
  readonly type: unknown;
  readonly title: unknown;
  readonly status: unknown;
  readonly detail: unknown;
  readonly code: unknown;
  readonly request_id: unknown;
  readonly language: unknown;
}

/** Every refusal is a problem of the catalogue, except classic ones and those of JSON-RPC. */
function problem({ method, target }: Shot, { status, headers, body }: Answer, json: unknown): string | null {
  if (method === 'HEAD') return null;
  const code = headers.get('x-gateway-error');
  if (code !== undefined && !Object.hasOwn(PROBLEMS, code)) return `the code ${code} is not in the catalogue`;
  if (/^\/classic(\/|$|\?)/.test(target)) {
    const { message, error } = (typeof json === 'object' ? json : {}) as Record<string, unknown>;
    return typeof message === 'string' && message !== '' && message === error
      ? null
      : 'not an error of the classic API';
  }
  const type = headers.get('content-type') ?? '';
  if (target.startsWith('/mcp') && type === 'application/json') return null;
  if (!type.startsWith('application/problem+json')) return `${status} as ${type}: ${body.slice(0, 80)}`;
  const told = json as Problem;
  const known = Object.entries(PROBLEMS).find(([name]) => name === told.code);
  if (known === undefined || known[1] !== told.status || told.status !== status)
    return `the problem ${told.code} with status ${status}`;
  if (!String(told.type).endsWith(`/docs/errors/${told.code}`)) return `the type ${told.type}`;
  if (told.request_id !== headers.get('x-request-id')) return 'a problem with another request id';
  if (!isText(told.title) || !isText(told.detail)) return `a problem without text: ${body.slice(0, 120)}`;
  return LANGUAGES.some((language) => language === told.language) ? null : `the language ${told.language}`;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** An internal detail or a secret in an answer. */
function leak({ secrets = [], target }: Shot, { body, headers }: Answer, { gateway }: World): string | null {
  if (body === '') return null;
  // Documentation mentions hashes and folders, but none of this installation.
  const documentation = /^\/(docs|openapi)/.test(target);
  const inside = documentation ? null : INSIDE.exec(body);
  if (inside !== null) return `the answer holds ${JSON.stringify(inside[0].slice(0, 80))}`;
  if (body.includes(gateway.dataDir)) return 'the answer holds the data folder';
  const told = secrets.find((secret) => secret.length > 7 && body.includes(secret));
  if (told !== undefined) return 'the answer repeats a secret';
  return headers.has('x-powered-by') ? 'X-Powered-By' : null;
}
