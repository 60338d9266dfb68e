import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Call } from './call.ts';

/** A connection that left HTTP, for a request that asks for a WebSocket. Until an answer is written, HTTP goes on. */
export interface UpgradedConnection {
  readonly socket: Socket;
  /** The first bytes after the request. */
  readonly head: Buffer;
}

/** A request with its `Call`. The edge, which is the first step, sets `call`. */
export interface GatewayRequest extends IncomingMessage {
  url: string;
  method: string;
  call: Call;
  /** Present in requests for a WebSocket at a path that has some. */
  switching?: UpgradedConnection;
}
