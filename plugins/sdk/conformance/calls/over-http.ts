import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { IDENTITY_HEADERS, identitySigner, type SignedCall } from '../../identity/signature.ts';
import { type Answer, type Call, REQUEST_ID, type Transport } from './exchange.ts';

/** Longer than any service may take to answer. */
const TIMEOUT_MS = 15_000;

/** The parts in which the signature of a call differs from an honest one. */
export interface Forgery {
  /** Signed values that differ from the sent ones. */
  readonly signed?: Partial<SignedCall>;
  /** Sent values that differ from the signed ones; `undefined` leaves a header out. */
  readonly sent?: Partial<Record<keyof typeof IDENTITY_HEADERS, string | undefined>>;
  /** The plugin that it is signed for. */
  readonly plugin?: string;
}

/** Calls a service over HTTP, signed as the gateway signs. */
export interface HttpTransport extends Transport {
  ask(call: Call, forgery?: Forgery): Promise<Answer>;
  /** Gets a path without signature. */
  visit(path: string): Promise<Answer>;
  close(): void;
}

export interface OverHttp {
  /** Scheme, host and port. */
  readonly url: string;
  readonly plugin: string;
  readonly secret: string;
}

export function overHttp({ url, plugin, secret }: OverHttp): HttpTransport {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === 'https:';
  const agent = tls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const signers = new Map<string, ReturnType<typeof identitySigner>>();

  function signerOf(name: string): ReturnType<typeof identitySigner> {
    let signer = signers.get(name);
    if (!signer) {
      signer = identitySigner({ secret, plugin: name });
      signers.set(name, signer);
    }
    return signer;
  }

  function send(method: string, path: string, headers: Record<string, string>, body: Call['body']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const options = { hostname, port, method, path, headers, agent, signal };
      const sent = (tls ? tlsRequest : request)(options, (received) => {
        const chunks: Buffer[] = [];
        received.on('data', (chunk: Buffer) => chunks.push(chunk));
        received.on('error', reject);
        received.on('end', () => {
          const known = Object.entries(received.headers).map(([name, value]) => [name, String(value)]);
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: received.statusCode ?? 0, headers: Object.fromEntries(known), text });
        });
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  }

  return {
    ask(call, { signed = {}, sent = {}, plugin: signedFor = plugin } = {}) {
      const { method, path, query, body, contentType, language } = call;
      const target = query === '' ? path : `${path}?${query}`;
      const time = Math.floor(Date.now() / 1_000);
      const honest = {
        time,
        method,
        target,
        client: 'conformance',
        requestId: REQUEST_ID,
        language,
        authenticated: true,
      };
      const identity: SignedCall = { ...honest, ...signed };
      const values: Record<keyof typeof IDENTITY_HEADERS, string | undefined> = {
        client: identity.client,
        requestId: identity.requestId,
        language: identity.language,
        authenticated: String(identity.authenticated),
        time: String(identity.time),
        signature: signerOf(signedFor).sign(identity),
        ...sent,
      };
      const headers: Record<string, string> = {};
      for (const [part, name] of Object.entries(IDENTITY_HEADERS)) {
        const value = values[part as keyof typeof IDENTITY_HEADERS];
        if (value !== undefined) headers[name] = value;
      }
      if (contentType !== undefined) headers['Content-Type'] = contentType;
      if (body !== null) headers['Content-Length'] = String(Buffer.byteLength(body));
      return send(method, target, headers, body);
    },
    visit: (path) => send('GET', path, {}, null),
    close: () => agent.destroy(),
  };
}
