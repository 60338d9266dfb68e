import {
  LARGEST_BODY,
  MOST_MISTAKES,
  type Refusal,
  readJsonBody,
  readQuery,
  type ServiceRequest,
  shownName,
} from '../sdk/index.ts';
import { Mistakes } from './mistakes.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * The parameters of a classic call as the caller wrote them: from the query and, for a POST, also from its JSON or form
 * body.
 *
 * @throws Mistakes if a parameter is given twice
 */
export function parametersOf(request: ServiceRequest): ReadonlyMap<string, unknown> | Refusal {
  if (request.query === null) return { code: 'malformed-query' };
  const pairs: [string, unknown][] = paired(request.query);
  if (request.method === 'POST') {
    const body = membersOf(request);
    if ('code' in body) return body;
    pairs.push(...body.members);
  }
  const given = new Map<string, unknown>();
  const twice = new Set<string>();
  for (const [name, value] of pairs) {
    if (given.has(name)) twice.add(shownName(name));
    given.set(name, value);
  }
  if (twice.size > 0) {
    throw new Mistakes([...twice].slice(0, MOST_MISTAKES).map((name) => `${name} is given more than once.`));
  }
  return given;
}

function membersOf(request: ServiceRequest): { readonly members: [string, unknown][] } | Refusal {
  const { contentType, body } = request;
  if (body === null || body.byteLength === 0) return { members: [] };
  if (contentType === undefined || !FORM.test(contentType)) {
    const read = readJsonBody({ contentType, body }, LARGEST_BODY);
    return 'code' in read ? read : { members: Object.entries(read.members) };
  }
  if (body.byteLength > LARGEST_BODY) return { code: 'payload-too-large', values: { max: LARGEST_BODY } };
  const query = readQuery(Buffer.from(body).toString('latin1'));
  return query === null ? { code: 'malformed-query' } : { members: paired(query) };
}

function paired(query: readonly string[]): [string, unknown][] {
  const pairs: [string, unknown][] = [];
  for (let at = 0; at < query.length; at += 2) pairs.push([query[at] ?? '', query[at + 1] ?? '']);
  return pairs;
}
