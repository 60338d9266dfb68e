import { language, t } from '../texts/texts.ts';
import { ApiProblem } from './problem.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Members of a query; `null`, `undefined` and empty values are left out. */
export type CallQuery = Readonly<Record<string, string | number | null | undefined>>;

export interface CallInput {
  readonly query?: CallQuery;
  readonly body?: object;
}

const PATIENCE_MS = 30_000;

/** Kept in memory only, so that scripts cannot read it from the browser's storage. */
let csrfToken: string | null = null;

/** The token of the session, which calls that change something carry from now on. */
export function carryCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Events of a session that calls report. */
export interface SessionWatch {
  /** The session has ended. */
  ended(): void;
  /** The session is too old for the call: the user must sign in again. */
  tooOld(): void;
  /** Another tab has signed in: returns whether the user is the same, so that the call can be repeated. */
  renewed(): Promise<boolean>;
}

let watch: SessionWatch | null = null;

export function watchSession(watcher: SessionWatch): void {
  watch = watcher;
}

/**
 * Calls the platform API in the session.
 *
 * @param path below `/platform/v1/`
 * @returns the body of the answer; `undefined` if it has no body
 * @throws ApiProblem for every failure
 */
export async function call<T>(method: Method, path: string, input: CallInput = {}): Promise<T> {
  try {
    return await send<T>(method, path, input);
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : null;
    if (code === 'invalid-credential') watch?.ended();
    if (code === 'recent-sign-in-required') watch?.tooOld();
    if (code === 'csrf-refused' && (await watch?.renewed())) return send<T>(method, path, input);
    throw error;
  }
}

/** Calls the platform API without a session, and reports no session events. @throws ApiProblem */
export async function send<T>(method: Method, path: string, { query, body }: CallInput = {}): Promise<T> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': language() });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (csrfToken !== null && method !== 'GET') headers.set('X-CSRF-Token', csrfToken);
  const { response, text } = await answerTo(addressOf(path, query), {
    method,
    headers,
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = text === '' ? undefined : parsed(text);
  if (!response.ok || read === null) throw problemOf(response.status, read);
  return read as T;
}

async function answerTo(address: string, request: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(address, request);
    return { response, text: await response.text() };
  } catch {
    throw new ApiProblem({ status: 0, code: 'no-answer', detail: t('problem.noAnswer') });
  }
}

/** The address of a file to download, for a link: the cookie opens it. */
export function downloadAddress(path: string, query: CallQuery = {}): string {
  return addressOf(path, { ...query, lang: language() });
}

function addressOf(path: string, query: CallQuery = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `platform/v1/${path}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`;
}

/** `null` if the text is not JSON: a proxy may answer with its own page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function problemOf(status: number, body: unknown): ApiProblem {
  const { detail, code, errors, reason } = (body ?? {}) as Partial<ApiProblem>;
  if (typeof detail === 'string' && typeof code === 'string') {
    return new ApiProblem({ status, code, detail, errors: errors ?? [], reason: reason ?? null });
  }
  return new ApiProblem({ status, code: 'not-readable', detail: t('problem.notReadable', { status }) });
}
