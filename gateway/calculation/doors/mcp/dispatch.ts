import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Message } from './read-message.ts';

/** What the library answers, as it goes out. */
export interface Dispatched {
  readonly status: number;
  /** Name and value in turn. */
  readonly headers: readonly string[];
  readonly body: string;
  /** What it could not do, or would not: mistakes of callers too. */
  readonly reported: readonly unknown[];
}

/** Headers that the protocol has. What else a caller sends is not the library's. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Lets a server answer a message over the transport of the protocol's revision that it is written in: since 2026-07-28
 * every request stands for itself, before there was a handshake, of which nothing is kept here. Answers are JSON.
 *
 * @returns not settled if a handler of the server is not
 */
export async function dispatch(server: Server, message: Message, given: IncomingHttpHeaders): Promise<Dispatched> {
  const reported: unknown[] = [];
  const onerror = (error: unknown) => void reported.push(error);
  try {
    const request = requestOf(given);
    const legacy = await isLegacyRequest(request, message);
    const response = legacy ? await answerLegacy(request) : await answerModern(request);
    const type = response.headers.get('content-type');
    const body = await response.text();
    await server.close();
    return { status: response.status, headers: type === null ? [] : ['Content-Type', type], body, reported };
  } catch (error) {
    return { status: 500, headers: [], body: '', reported: [error] };
  }

  async function answerLegacy(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    transport.onerror = onerror;
    return transport.handleRequest(request, { parsedBody: message });
  }

  function answerModern(request: Request): Promise<Response> {
    return createMcpHandler(() => server, { legacy: 'reject', onerror }).fetch(request, { parsedBody: message });
  }
}

/** The request as the library wants it, which reads no body from it. */
function requestOf(given: IncomingHttpHeaders): Request {
  const headers = new Headers({ Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' });
  for (const name of PROTOCOL_HEADERS) {
    const value = given[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}
