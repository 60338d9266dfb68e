import type { Example, Language } from '../../../../calculators/kit/index.ts';
import type { EndpointManifest, InputManifest } from '../../plugin/endpoint-manifest.ts';
import { pathsOf } from '../../plugin/own-endpoint.ts';
import { type Answer, type Call, shown, type Transport } from './exchange.ts';

/** Inputs by name, as an example has them. */
export type Inputs = Readonly<Record<string, unknown>>;

/** Everything that the checks of one endpoint need. */
export interface Subject {
  /** `/api/acme/fat-mass` */
  readonly path: string;
  readonly manifest: EndpointManifest;
  readonly inputs: readonly InputManifest[];
  readonly examples: readonly Example[];
  /** Valid inputs: those of the first example. */
  readonly good: Inputs;
  takes(method: string): boolean;
  /** Calls by GET with the inputs in the query, else by POST with them in the body. */
  call(inputs: Inputs, options?: CallOptions): Promise<Exchange>;
  get(inputs: Inputs, options?: CallOptions): Promise<Exchange>;
  post(body: Inputs | string | Uint8Array, options?: CallOptions): Promise<Exchange>;
  ask(call: Partial<Call>): Promise<Exchange>;
}

export interface CallOptions {
  readonly path?: string;
  /** Further parameters of the query, encoded. */
  readonly query?: string;
  readonly contentType?: string;
  readonly language?: Language;
}

/** A call and its answer. */
export interface Exchange {
  readonly call: Call;
  readonly answer: Answer;
  /** The call in words. */
  readonly told: string;
}

/** Prepares the checks of one endpoint. */
export function subjectOf(mount: string, manifest: EndpointManifest, transport: Transport): Subject {
  const path = `${mount}/${pathsOf(manifest)[0] ?? manifest.name}`;
  const { inputs = [], examples = [], methods } = manifest;
  const takes = (method: string) => methods.includes(method);

  async function ask(change: Partial<Call>): Promise<Exchange> {
    const call: Call = {
      method: takes('GET') ? 'GET' : 'POST',
      path,
      query: '',
      body: null,
      contentType: undefined,
      language: 'en',
      ...change,
    };
    return { call, answer: await transport.ask(call), told: shown(call) };
  }

  function get(values: Inputs, { query = '', contentType: _, ...rest }: CallOptions = {}): Promise<Exchange> {
    return ask({ ...rest, method: 'GET', query: [queryOf(values), query].filter((part) => part !== '').join('&') });
  }

  function post(body: Inputs | string | Uint8Array, options: CallOptions = {}): Promise<Exchange> {
    const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return ask({ contentType: 'application/json', ...options, method: 'POST', body: sent });
  }

  return {
    path,
    manifest,
    inputs,
    examples,
    good: examples[0]?.input ?? {},
    takes,
    call: takes('GET') ? get : post,
    get,
    post,
    ask,
  };
}

/** Inputs as a query has them. */
export function queryOf(values: Inputs): string {
  const pairs = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}
