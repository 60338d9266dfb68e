import type { Language } from '../../../../calculators/kit/index.ts';

/** A call that the suite makes. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** The encoded query without its question mark; empty without a query. */
  readonly query: string;
  readonly body: string | Uint8Array | null;
  readonly contentType: string | undefined;
  /** Negotiated by the gateway. */
  readonly language: Language;
}

/** The complete answer to a call. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A way to call the calculators under test. */
export interface Transport {
  /** @throws if there is no complete answer */
  ask(call: Call): Promise<Answer>;
}

/** Request id of every call of the suite; problems must repeat it. */
export const REQUEST_ID = 'conformance';

/** The members of an answer; empty if it is not a JSON object. */
export function membersOf({ text }: Answer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A call as a reader of the report would write it. */
export function shown({ method, path, query, body }: Call): string {
  const text = typeof body === 'string' ? ` ${body}` : body === null ? '' : ` ${body.byteLength} bytes`;
  const address = query === '' ? path : `${path}?${query}`;
  const line = `${method} ${address}${text}`;
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}...` : line;
}

const LONGEST_SHOWN = 160;
