import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Message } from './read-message.ts';

/** The answer of the MCP library, ready to send. */
export interface Dispatched {
  readonly status: number;
  /** Name and value in turn. */
  readonly headers: readonly string[];
  readonly body: string;
  /** Errors that the library reported, including mistakes of callers. */
  readonly reported: readonly unknown[];
}

/** Headers of the protocol. The library sees no other header of the caller. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Lets a server answer a message over the transport of the message's protocol revision. Since 2026-07-28 every request
 * is independent. Earlier revisions begin with a handshake, of which the gateway keeps no state. Answers are JSON.
 *
 * @returns never settles if a handler of the server never settles
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

/** The request in the form that the library expects. It needs no body, because the library gets the parsed message. */
function requestOf(given: IncomingHttpHeaders): Request {
  const headers = new Headers({ Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' });
  for (const name of PROTOCOL_HEADERS) {
    const value = given[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}
